import Foundation
import Health
import Observation
import SimulatedCommands
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// A machine with its state directory, and the process on it.
final class Machine {
    /// What runs on a machine until it is asked to stop.
    typealias Program = (WorkerOptions, SimulatedProcess, Observer) -> ProcessFrame.Outcome

    let number: Int
    let storePath: String
    private(set) var process: SimulatedProcess?
    /// Warnings and errors of its processes.
    private(set) var lines: [String] = []
    /// How the last process ended, if it ended by itself.
    private(set) var endings: [ProcessFrame.Outcome] = []
    private var count = 0
    /// How far its clock is ahead.
    var skewMilliseconds: Int64 = 0 {
        didSet { process?.skewMilliseconds = skewMilliseconds }
    }
    /// Whether the log of its next process has more than errors.
    var isTalkative = false
    /// The process that runs has other rules than the next one.
    private(set) var isOutdated = false
    var options: WorkerOptions {
        didSet { isOutdated = isRunning }
    }

    private let program: Program
    private var observer: Observer?

    init(
        _ number: Int,
        folder: String,
        options: WorkerOptions,
        name: String? = nil,
        program: @escaping Program = Machine.work
    ) {
        self.number = number
        self.program = program
        let name = name ?? "m\(number)"
        storePath = "\(folder)/\(name)"
        self.options = options
        self.options.storePath = storePath
        self.options.instanceID = name
    }

    var isRunning: Bool { process != nil }

    /// A new process on the same state directory.
    func start(_ world: World) {
        count += 1
        let process = SimulatedProcess("\(options.instanceID).\(count)")
        process.skewMilliseconds = skewMilliseconds
        process.isTalkative = isTalkative
        self.process = process
        isOutdated = false
        let (instance, began) = (options.instanceID, world.now)
        world.start("main", of: process) { [self] in
            let outcome = run(process)
            if process.isDead { return }
            world.note("ended: \(outcome)")
            // A lane that got no thread has no time left to try again.
            let isInHaste = process.stop != nil && "\(outcome)".contains("cannot create more threads")
            if !isInHaste { endings.append(outcome) }
            if outcome == .stopped, Cluster.current.hasOpenTransaction(of: instance, since: began) {
                endings.append(.failed(StartError("it has said that it ended in order, and has a transaction open")))
            }
            self.process = nil
            // What still runs ends with the process.
            world.kill(process)
        }
    }

    private func run(_ process: SimulatedProcess) -> ProcessFrame.Outcome {
        let observer = Observer(of: process) { [self] in heard($0) }
        self.observer = observer
        return program(options, process, observer)
    }

    /// The value of a metric without labels of the process that runs, as its page has it; nil without one.
    func metric(_ name: String) -> Substring? {
        guard isRunning, let page = observer?.metricsPage() else { return nil }
        return page.split(separator: "\n").first { $0.hasPrefix("\(name) ") }?.dropFirst(name.utf8.count + 1)
    }

    private static func work(
        _ options: WorkerOptions,
        _ process: SimulatedProcess,
        _ observer: Observer
    ) -> ProcessFrame.Outcome {
        do throws(StartError) {
            guard try ReplayProcess.takeOver(options, observer) else { return .stopped }
        } catch {
            return .failed(error)
        }
        let rules = options.rules
        let worker = Worker(options, clocks: SimulatedSystem.Clocks(of: process), observer: observer) {
            Processor(rules: rules, zones: ZoneTable { _ in nil })
        }
        return worker.run { process.waitForStop(milliseconds: $0) }
    }

    private func heard(_ line: String) {
        World.current.note(line.trimmingCharacters(in: .newlines))
        lines.append(line)
    }

    /// The process ends without a word.
    func kill(_ world: World) {
        guard let process else { return }
        self.process = nil
        world.kill(process)
    }

    /// Whether a process was killed at one of its calls; forgets it.
    func buryDead() -> Bool {
        guard process?.isDead == true else { return false }
        process = nil
        return true
    }

    /// What has ended it until now was to be expected.
    func forgetEndings() { endings = [] }

    func wipe() { SimulatedDisk.wipe(storePath) }

    /// Whether one of its processes has said so, or ended with it.
    func hasSaid(_ phrase: String) -> Bool {
        lines.contains { $0.contains(phrase) } || endings.contains { "\($0)".contains(phrase) }
    }
}

extension SimulatedProcess {
    /// Waits until the process is asked to stop; returns by what, nil when it was not.
    func waitForStop(milliseconds: Int64) -> String? {
        call("wait for stop")
        if isDead { return "SIGKILL" }
        if let stop { return stop }
        World.current.sleep(milliseconds)
        return isDead ? "SIGKILL" : stop
    }
}
