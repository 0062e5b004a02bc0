import Observation
import Randomness
import SimulatedCommands
import SimulatedKafka
import SimulatedOperations
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// A replay of what a history has uploaded, by some processes, and the workers that go on where it has ended.
final class Rerun {
    private static let into = "next."
    private static let group = "g.replay.next"

    private unowned let history: History
    let rules: Rules
    let follows: Bool
    private(set) var processes: [Command] = []
    /// Workers that have taken it over.
    private(set) var machines: [Machine] = []
    private var figures: [ReplayFigures] = []
    private var isTakenOver = false
    /// It was asked to end in order.
    private var isStopped = false

    init(of history: History, _ random: inout SeededRandom, mayFollow: Bool) {
        self.history = history
        var rules = history.rules
        rules.topicPrefix = Self.into
        rules.inputPrefix = history.topics.prefix
        rules.makesJobs = random.below(2) == 0
        self.rules = rules
        follows = mayFollow && random.below(3) == 0
        let more = history.plan.scene == .overlap ? 1 : random.below(2)
        for number in 0...more { processes.append(process("r\(number)")) }
    }

    /// The command as somebody would write it.
    private func arguments(_ name: String) -> [String] {
        var arguments = [
            "--into", Self.into, "--topic-prefix", history.topics.prefix, "--group-id", "g",
            "--bootstrap-servers", "simulated", "--group-instance-id", name, "--state-directory", name,
            "--sleep-threshold", "\(Int(rules.sleepThresholdSeconds))s",
            "--document-max-bytes", "\(rules.documentMaxBytes)",
            "--output-topics", rules.routing == .single ? "single" : "connection",
        ]
        for property in history.properties { arguments += ["--kafka", "\(property.name)=\(property.value)"] }
        if rules.makesJobs { arguments.append("--jobs") }
        if follows { arguments.append("--follow") }
        return arguments
    }

    private func process(_ name: String) -> Command {
        let arguments = arguments(name)
        return Command(name) { [unowned self] process in
            let observer = Observer(of: process) { World.current.note($0) }
            let ending = ReplayProcess.run(arguments, forms: rules.forms, observer) {
                $0.storePath = History.storePath(name)
            }
            switch ending {
            case .done(let figures):
                if !process.isDead { self.figures.append(figures) }
                return nil
            case .stopped: return isStopped ? nil : "stopped"
            case .failed(let sentence): return sentence
            }
        }
    }

    /// Whether it has read all that it was asked to.
    var isDone: Bool { processes.allSatisfy(\.isDone) }

    /// Begins again what has ended before its time, and lets something happen to what runs.
    func work(_ random: inout SeededRandom) {
        for process in processes
        where !isTakenOver && !process.isDone && !process.isRunning && random.below(3) > 0 {
            process.start(history.world, &random, isCalm: !history.plan.isRough)
            if history.plan.scene == .overlap, process.isFirst {
                // It knows the ends of this moment, and says so after the other one.
                process.process?.trap = ("createTopics", .stallProcess(3_000), {})
                break
            }
        }
        for machine in machines {
            _ = machine.buryDead()
            if !machine.isRunning, random.below(3) > 0 {
                machine.start(history.world)
                if history.plan.isRough { machine.process?.disturb(&random, within: 2_000) }
            }
        }
    }

    /// Nothing happens to it any more.
    func goOn(_ random: inout SeededRandom) {
        if !isTakenOver { for process in processes { process.goOn(history.world, &random) } }
        for machine in machines {
            machine.process?.halt = nil
            _ = machine.buryDead()
            if !machine.isRunning { machine.start(history.world) }
        }
    }

    /// Workers go on, on the machines of the replay or on others; its processes end first, or while those wait for them.
    func takeOver(_ random: inout SeededRandom) {
        // One that follows has caught up before.
        guard !isTakenOver, follows ? history.hasRead(in: Self.group) : isDone else { return }
        isTakenOver = true
        isStopped = true
        let world = history.world
        world.note("taken over")
        for process in processes { process.process?.stop = "SIGTERM" }
        var rules = rules
        rules.makesJobs = true
        var options = history.machines[0].options
        options.groupID = Self.group
        options.rules = rules
        let count = 1 + random.below(2)
        for number in 0..<count {
            let isHeir = random.below(2) == 0 && number < processes.count && !processes[number].isRunning
            let name = isHeir ? processes[number].name : "n\(number)"
            machines.append(Machine(10 + number, folder: History.folder, options: options, name: name))
        }
    }

    /// Whether something of it still reads what comes.
    private var isLive: Bool { isTakenOver || follows }

    /// All is read by those who still read.
    var isRead: Bool { !isLive || history.hasRead(in: Self.group) }

    /// What is wrong with what readers of its topics see.
    func fault(_ oracle: Oracle, _ cluster: SimulatedKafka.Cluster) -> String? {
        var record = ReplayRecord()
        for (key, value) in cluster.live(TopicPartition(ReplayRecord.topic(Self.into), 0)) {
            record.take(key: key, value: value)
        }
        guard let request = record.request else { return "replay: nobody has written what was asked" }
        var oracle = oracle
        oracle.isFolding = rules.makesJobs
        oracle.course = Course(range: request.range, goesOn: isLive)
        if let fault = oracle.fault(cluster) { return "replay: \(fault)" }
        if isTakenOver != record.isLive { return "replay: its record says live: \(record.isLive)" }
        return figuresFault(request.range, cluster)
    }

    /// All processes say the same in the end, and it is of each upload once.
    private func figuresFault(_ range: ReplayRange, _ cluster: SimulatedKafka.Cluster) -> String? {
        guard let first = figures.first else { return nil }
        if figures.contains(where: { $0 != first }) { return "replay: its processes say \(figures)" }
        var uploads = 0
        for (number, range) in range.uploads.enumerated() {
            let place = TopicPartition(history.topics.uploads, Int32(number))
            uploads += cluster.committed(place).count { range.contains($0.offset) }
        }
        return first.accounting.uploads == uploads
            ? nil : "replay: \(first.accounting.uploads) uploads were counted, not \(uploads)"
    }

    /// All that still runs is asked to stop, and does.
    func stop() -> String? {
        isStopped = true
        for process in processes { process.process?.stop = "SIGTERM" }
        for machine in machines { machine.process?.stop = "SIGTERM" }
        let isRunning = { [self] in
            processes.contains { $0.isRunning } || machines.contains { $0.isRunning }
        }
        for _ in 0..<300 where isRunning() { history.world.sleep(500) }
        if isRunning() { return "replay: a process does not stop" }
        return machines.lazy.compactMap(history.endingFault).first
    }
}
