import Observation
import Randomness
import SimulatedOperations
import SimulatedSystem
import SimulatedWorker
import System

/// A command that somebody runs beside workers, again and again until it has done what it was asked.
final class Command {
    let name: String
    private(set) var process: SimulatedProcess?
    private(set) var isDone = false
    /// What the last runs said that stood in the way.
    private(set) var complaints: [String] = []
    /// Does it; gives back what stood in the way, nil when it is done.
    private let body: (_ process: SimulatedProcess) -> String?
    private var runs = 0

    init(_ name: String, _ body: @escaping (SimulatedProcess) -> String?) {
        self.name = name
        self.body = body
    }

    /// Whether it runs for the first time.
    var isFirst: Bool { runs == 1 }

    var isRunning: Bool {
        if process?.isDead == true { process = nil }
        return process != nil
    }

    /// Runs it once more, perhaps to be killed, or to stand still for a while, somewhere on its way.
    func start(_ world: World, _ random: inout SeededRandom, isCalm: Bool = false) {
        runs += 1
        let process = SimulatedProcess("\(name).\(runs)")
        if !isCalm { process.disturb(&random, within: 600) }
        self.process = process
        world.start("main", of: process) { [self] in
            let fault = body(process)
            if process.isDead { return }
            world.note("\(name) has ended: \(fault ?? "done")")
            isDone = fault == nil
            if let fault { complaints.append(fault) }
            self.process = nil
            // What still runs ends with the process.
            world.kill(process)
        }
    }

    /// It ends without a word.
    func kill(_ world: World) {
        if let process { world.kill(process) }
        process = nil
    }

    /// Nothing happens to it any more, and it is run until it is done.
    func goOn(_ world: World, _ random: inout SeededRandom) {
        process?.halt = nil
        if !isDone, !isRunning { start(world, &random, isCalm: true) }
    }
}

extension SimulatedProcess {
    /// In about half of the cases it ends, or stands still, at one of its next calls.
    func disturb(_ random: inout SeededRandom, within calls: Int) {
        let call = self.calls + 1 + random.below(calls)
        let pause = Int64([1_000, 12_000, 60_000][random.below(3)] + random.below(2_000))
        switch random.below(6) {
        case 0, 1: halt = (call, .kill)
        case 2: halt = (call, .stallProcess(pause))
        default: break
        }
    }
}

extension Progress {
    /// Progress of a process of the simulation, which shows nothing.
    convenience init(of process: SimulatedProcess) {
        self.init(isStopRequested: { process.isDead || process.stop != nil })
    }
}

extension Observer {
    /// What a process of the simulation says, by its own clock.
    convenience init(of process: SimulatedProcess, _ hear: @escaping (String) -> Void) {
        nonisolated(unsafe) let process = process
        nonisolated(unsafe) let hear = hear
        self.init(
            level: World.current.log == nil && !process.isTalkative ? .error : .info,
            format: .text,
            clocks: System.Clocks(
                wallMilliseconds: { process.wallMilliseconds },
                steadyMilliseconds: { World.current.now },
                sleep: { _ in }
            )
        ) { line in
            if !process.isDead { hear(String(decoding: copy line, as: UTF8.self)) }
        }
    }
}
