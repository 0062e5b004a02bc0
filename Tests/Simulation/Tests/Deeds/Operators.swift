import Observation
import Randomness
import SimulatedKafka
import SimulatedOperations
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// Those who run commands beside the workers of a history.
final class Operators {
    /// How many people redrive at a time, at most.
    private static let redrivers = 2

    unowned let history: History
    private let deeds: [Deed]
    var redrives: [Redrive] = []
    var forgettings: [Forgetfulness] = []
    var rerun: Rerun?
    /// What somebody has written into settings by hand that forgets a connection.
    var ordersByHand: [OrderByHand] = []
    /// How many of these workers must refuse.
    var refusedOrders = 0

    init(of history: History) {
        self.history = history
        deeds = Deed.allCases.filter(history.plan.deeds.contains)
    }

    /// Workers may not know yet who is forgotten, or open again.
    private var isForgetting: Bool { forgettings.contains { $0.isUnheard } }
    private var isRedriving: Bool { redrives.contains { !$0.command.isDone } }
    private var commands: [Command] { redrives.map(\.command) + forgettings.map(\.command) }
    /// Those that somebody has begun to run.
    private var begun: [Command] { redrives.filter(\.isBegun).map(\.command) + forgettings.map(\.command) }

    /// Whether a connection may upload: what comes while it is being forgotten, or opened again, may be taken before workers
    /// hear of that.
    func mayUpload(_ connection: Int) -> Bool {
        !forgettings.contains { $0.connection == connection && $0.isUnheard }
    }

    /// One step of a history.
    func work(step: Int) {
        if deeds.isEmpty { return }
        var random = history.plan.random(ofStep: 3_000_000 + step)
        for command in begun where !command.isDone && !command.isRunning && random.below(3) > 0 {
            command.start(history.world, &random, isCalm: !history.plan.isRough)
        }
        rerun?.work(&random)
        // A scene has its own order.
        if history.plan.scene?.isOfErasure == true { return }
        openAgain(&random)
        tidyUp(&random)
        if random.below(4) == 0 { begin(deeds[random.below(deeds.count)], &random) }
    }

    private func begin(_ deed: Deed, _ random: inout SeededRandom) {
        history.world.note("deed: \(deed)")
        switch deed {
        case .redrive:
            // What goes through again while a connection is being forgotten may be taken before workers hear of that.
            let running = redrives.count { !$0.command.isDone }
            guard !isForgetting, running < Self.redrivers else { return }
            let redrive = Redrive(of: history, number: redrives.count, after: nil)
            redrive.choose(&random)
            redrives.append(redrive)
            if random.below(3) == 0 { redriveTwice(&random) }
        case .forget:
            let connection = random.below(history.connections)
            let isKnown = forgettings.contains { $0.connection == connection && $0.isClosed }
            guard !isForgetting, !isRedriving, !isKnown else { return }
            history.areTopicsForgotten = true
            history.world.note("forget \(connection)")
            forgettings.append(Forgetfulness(of: connection, in: history, number: forgettings.count))
        case .replay:
            if rerun == nil { rerun = Rerun(of: history, &random, mayFollow: deeds.contains(.takeOver)) }
        case .takeOver: rerun?.takeOver(&random)
        }
    }

    /// Somebody asks again as soon as it is done, while what a worker has begun may lie before the marks.
    private func redriveTwice(_ random: inout SeededRandom) {
        let redrive = Redrive(of: history, number: redrives.count, after: redrives.last)
        redrive.choose(&random)
        redrives.append(redrive)
        guard history.plan.isRough else { return }
        let pause = Int64(8_000 + random.below(8_000))
        let machine = history.machines[random.below(history.machines.count)]
        machine.process?.trap = ("commit draining", .stallProcess(pause), {})
    }

    /// Settings open a connection again, when all was read that came before: another worker may not judge it otherwise.
    private func openAgain(_ random: inout SeededRandom) {
        guard !deeds.contains(.replay), !isForgetting, !isRedriving else { return }
        for forgetting in forgettings where forgetting.isClosed && random.below(4) == 0 {
            if history.hasRead(in: "g") { forgetting.openAgain(&random) }
        }
    }

    /// Somebody deletes the last record that names who is forgotten: that opens nothing.
    private func tidyUp(_ random: inout SeededRandom) {
        for forgetting in forgettings where forgetting.isClosed && forgetting.isDone && random.below(8) == 0 {
            forgetting.tidyUp()
        }
    }

    /// All commands do what they were asked; nil when they have.
    func settle() -> String? {
        if deeds.isEmpty { return nil }
        var random = history.plan.random(ofStep: 4_000_000)
        let deadline = history.world.now + 1_200_000
        while history.world.now < deadline {
            history.goOn(&random)
            for command in begun { command.goOn(history.world, &random) }
            goOn()
            let isReplayed = rerun.map { $0.isDone || $0.follows } ?? true
            if commands.allSatisfy(\.isDone), !isForgetting, isReplayed { return nil }
            history.world.sleep(500)
        }
        let complaints = (commands + (rerun?.processes ?? [])).filter { !$0.isDone }.map {
            "\($0.name): \($0.complaints.suffix(3))"
        }
        return "not all was done: \(complaints.joined(separator: "; "))\n\(history.standing)"
    }

    /// Workers of other prefixes go on, and nothing happens to them.
    func goOn() {
        var random = history.plan.random(ofStep: 5_000_000)
        rerun?.goOn(&random)
    }

    var isRead: Bool { rerun?.isRead ?? true }

    /// What is wrong with what has come of it.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        for forgetting in forgettings { if let fault = forgetting.fault(cluster) { return fault } }
        for redrive in redrives { if let fault = redrive.fault(cluster) { return fault } }
        if let fault = refusedOrderFault(cluster) { return fault }
        if !redrives.isEmpty, let fault = RedriveOracle(history).fault(cluster) { return fault }
        guard let rerun else { return nil }
        var oracle = Oracle(rerun.rules, partitions: history.partitions)
        // Its workers may read of it later than those of the live group.
        oracle.forgotten = forgotten.mapValues { _ in .max }
        // In other histories a replay may have read before anything was forgotten.
        if history.plan.scene == .erased { oracle.erased = erased }
        return rerun.fault(oracle, cluster)
    }

    /// Up to when connections were forgotten, in milliseconds since 1970.
    var forgotten: [String: Int64] {
        var forgotten: [String: Int64] = [:]
        for forgetting in forgettings {
            let name = Uploads.connection(forgetting.connection)
            forgotten[name] = max(forgotten[name] ?? 0, forgetting.since ?? .max)
        }
        for order in ordersByHand { forgotten[order.name] = max(forgotten[order.name] ?? 0, order.since) }
        return forgotten
    }

    /// All processes end without a word.
    func kill() {
        for command in commands + (rerun?.processes ?? []) { command.kill(history.world) }
        for machine in rerun?.machines ?? [] { machine.kill(history.world) }
    }

    /// All that still runs ends in order, and who is forgotten is open again, so that all may upload.
    func stop() -> String? {
        if let fault = rerun?.stop() { return fault }
        rerun = nil
        var random = history.plan.random(ofStep: 6_000_000)
        for forgetting in forgettings where forgetting.isClosed { forgetting.openAgain(&random) }
        return settle()
    }
}

extension SimulatedOperations.Cluster {
    /// What commands of a history are told, beside the worker's own options.
    init(of history: History, _ process: SimulatedProcess) {
        self.init(
            bootstrapServers: "simulated",
            groupID: "g",
            topics: history.topics,
            routing: history.rules.routing,
            properties: history.properties,
            observer: Observer(of: process) { World.current.note($0) },
            progress: Progress(of: process)
        )
    }
}
