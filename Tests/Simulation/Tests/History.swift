import Foundation
import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// Workers on some machines, a cluster, and a world in which things go wrong, all from one plan.
final class History {
    /// Nothing is in it: what workers write to their disks is in memory.
    static let folder: String = {
        let path = FileManager.default.temporaryDirectory.appending(path: "fork-simulation").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }()
    /// Where the process of a name has its store.
    static func storePath(_ name: String) -> String { "\(folder)/\(name)" }

    /// What is derived again comes some time after all is read.
    private static let looks = 11

    let plan: Plan
    let world: World
    let cluster: Cluster
    var rules: Rules
    /// Somebody has deleted a topic of documents.
    var areTopicsForgotten = false
    /// Somebody has deleted what the group had committed.
    var areOffsetsGone = false
    /// A topic took shorter records for a while, which keeps workers from their start.
    var isNarrowed = false
    /// A process was to stand still in a transaction until that was ended.
    var isDozing = false
    /// A process was to get no thread.
    var areThreadsShort = false
    /// What was read of topics that were deleted and made again.
    var former: [TopicPartition: [LogRecord]] = [:]
    /// The offsets at which records follow that workers have written, in replaced topics that they only append to.
    var refilled: [TopicPartition: Int64] = [:]
    /// Whether commits are lost for good, so that documents are not those of a batch.
    var lacksState = false
    /// Machines that nobody starts for the time being.
    var away: Set<Int> = []
    /// What a scene has planned for processes happens also while others wait for them.
    var keepsTraps = false
    /// What a scene has seen that must not be.
    var sceneFault: String?
    /// There was a second worker with the name of the first.
    var hasRival = false
    let topics: TopicNames
    let partitions: Int32
    let connections: Int
    private(set) var machines: [Machine] = []
    var site: Site { Site(world: world, cluster: cluster, machines: machines, group: "g", changelog: topics.state) }
    private var uploads = Uploads()
    private var repeated = RepeatedUploads()
    private(set) var uploadCount = 0
    var oracle: Oracle {
        var oracle = Oracle(rules, partitions: partitions)
        oracle.forgotten = operators.forgotten
        oracle.erased = operators.erased
        oracle.course.former = former
        oracle.refilled = refilled
        return oracle
    }
    /// Those who run commands beside the workers.
    private(set) lazy var operators = Operators(of: self)
    /// What all clients are told.
    let properties = [
        (name: "transaction.timeout.ms", value: "5000"), (name: "session.timeout.ms", value: "17000"),
    ]
    /// How many documents readers see in the end.
    private(set) var documents = 0
    /// Whether the settings of the first connection name a form of documents.
    var hasForms = false

    init(_ plan: Plan, logs: Bool = false) {
        self.plan = plan
        world = World.begin(seed: plan.seed)
        if logs { world.log = [] }
        cluster = Cluster.begin(world)
        SimulatedDisk.wipeAll()
        var rules = Rules()
        rules.forms = [.copy]
        if world.below(3) == 0 { rules.routing = .single }
        if let routing = plan.scene?.routing { rules.routing = routing }
        self.rules = rules
        topics = TopicNames(rules)
        partitions = max(Int32(1 + world.below(3)), plan.scene?.partitions ?? 1)
        connections = max(1 + world.below(4), plan.scene?.connections ?? 1)
        var options = WorkerOptions(bootstrapServers: "simulated", groupID: "g", instanceID: "", rules: rules)
        options.lanes = 1 + world.below(2)
        options.assignor = world.below(3) == 0 ? .cooperativeSticky : .range
        options.isDynamic = world.below(4) == 0
        options.properties = properties
        // Up to the longest that goes with transactions of five seconds.
        if plan.seed % 8 == 3 { options.limits.intervalMilliseconds = [400, 1_000, 2_500][Int(plan.seed / 8 % 3)] }
        plan.scene?.set(&options)
        for number in 0..<plan.machines { machines.append(Machine(number, folder: Self.folder, options: options)) }
    }

    /// Lets the plan happen, then lets all of it come to rest.
    ///
    /// - Returns: What is wrong; nil when nothing is.
    func run() -> String? {
        let around = TopicDescription.Surroundings(partitions: partitions, uploadBytes: 1_048_588)
        for topic in TopicDescription(rules).missing([], around, for: .worker) { _ = cluster.create(topic) }
        if world.below(3) == 0 { for log in cluster.topics[topics.state]?.partitions ?? [] { log.begin(at: 7) } }
        for number in 0..<connections {
            let key = Array(Uploads.connection(number).utf8)
            cluster.append(key, Array(Uploads.settings(number).utf8), to: place(topics.connections, number))
        }
        for machine in machines { machine.start(world) }
        for step in 0..<plan.steps {
            var random = plan.random(ofStep: step)
            world.sleep(Int64(random.below(random.below(4) == 0 ? 5_000 : 400)))
            startDead(&random)
            operators.work(step: step)
            play(step: step)
            take(step: step, &random)
        }
        let fault = sceneFault ?? rest() ?? finish() ?? cluster.misuse
        if fault != nil, world.log != nil { noteInputs() }
        operators.kill()
        for machine in machines { machine.kill(world) }
        return fault
    }

    /// What came in, for whoever reads the log.
    private func noteInputs() {
        for number in 0..<partitions {
            for (isUpload, record) in Course().records(number, topics, cluster) {
                let name = isUpload ? topics.uploads : topics.connections
                let value = String(decoding: record.value ?? [], as: UTF8.self)
                world.note("input \(name) [\(number)] \(record.offset) at \(record.timestamp): \(value)")
            }
        }
    }

    func place(_ topic: String, _ connection: Int) -> TopicPartition {
        TopicPartition(topic, Int32(connection) % partitions)
    }

    private func take(step: Int, _ random: inout SeededRandom) {
        if random.below(2) == 0 || !plan.isRough {
            for _ in 0...random.below(4) { upload(&random) }
        } else {
            let kind = plan.disturbances[random.below(plan.disturbances.count)]
            if !plan.without.contains(kind) { disturb(kind, &random) }
        }
    }

    private func upload(_ random: inout SeededRandom) {
        let connection = random.below(connections)
        guard operators.mayUpload(connection) else { return }
        let text = uploads.next(connection, &random)
        uploadCount += 1
        let key = Array(Uploads.connection(connection).utf8)
        cluster.append(key, Array(text.utf8), to: place(topics.uploads, connection))
        uploadAgain(connection)
    }

    /// Uploads known data in another form, or nothing.
    ///
    /// The chance is not the step's: its other uploads stay as they are.
    private func uploadAgain(_ connection: Int) {
        if plan.repeats.isEmpty { return }
        let kinds = Repeat.allCases.filter(plan.repeats.contains)
        var random = plan.random(ofStep: 5_000_000 + uploadCount)
        if random.below(3) == 0 { return }
        let text = repeated.next(connection, kinds, &random)
        let key = Array(Uploads.connection(connection).utf8)
        cluster.append(key, Array(text.utf8), to: place(topics.uploads, connection))
    }

    /// An upload of which a document comes, whatever was before.
    func uploadLast(_ connection: Int, to place: TopicPartition? = nil) {
        let key = Array(Uploads.connection(connection).utf8)
        let text = uploads.last(connection)
        cluster.append(key, Array(text.utf8), to: place ?? self.place(topics.uploads, connection))
    }

    /// What the last upload of that kind has brought is deleted.
    func deleteLast(_ connection: Int) {
        let key = Array(Uploads.connection(connection).utf8)
        cluster.append(key, Array(uploads.withoutLast(connection).utf8), to: place(topics.uploads, connection))
    }

    /// An upload of a sample that is refused until somebody mends it.
    func uploadRefused(_ connection: Int) {
        let key = Array(Uploads.connection(connection).utf8)
        cluster.append(key, Array(uploads.refused(connection).utf8), to: place(topics.uploads, connection))
    }

    func writeSettings(_ connection: Int, _ json: String?) {
        world.note("settings of \(connection): \(json ?? "none")")
        let key = Array(Uploads.connection(connection).utf8)
        cluster.append(key, json.map { Array($0.utf8) }, to: place(topics.connections, connection))
    }

    func startDead(_ random: inout SeededRandom) { site.startDead(&random, without: away) }

    /// Nothing goes wrong any more, until readers see what they should.
    func rest() -> String? {
        site.calm()
        world.note("rest")
        away = []
        if let fault = operators.settle() { return fault }
        // Something changes of everybody, by which what was live in deleted topics comes back.
        for number in 0..<connections { uploadLast(number) }
        let deadline = world.now + 1_200_000
        var fault: String?
        var looks = 0
        var random = plan.random(ofStep: 1_000_000)
        while world.now < deadline {
            if let misuse = cluster.misuse { return misuse }
            goOn(&random)
            operators.goOn()
            // Half of a state can be one that no worker can use.
            if lacksState, machines.contains(where: { $0.hasSaid("code=state_unreadable") }) { return nil }
            if isRead, operators.isRead, !cluster.hasOpenTransactions {
                if lacksState { return nil }
                fault = oracle.fault(cluster) ?? operators.fault(cluster) ?? site.owedFault()
                looks += 1
                if fault == nil {
                    documents = oracle.documents(cluster).count
                    return nil
                }
                if looks == Self.looks { return fault }
                world.sleep(10_000 * Int64(looks))
            }
            world.sleep(500)
        }
        return fault ?? "not all was read: \(standing)"
    }

    /// Nothing happens to machines any more, and all of them run by the same rules.
    func goOn(_ random: inout SeededRandom) {
        for machine in machines {
            machine.process?.halt = nil
            if !keepsTraps { machine.process?.trap = nil }
            if machine.isOutdated { machine.process?.stop = "SIGTERM" }
        }
        startDead(&random)
    }

    /// Whether a group has read all records that readers see; markers may follow.
    func hasRead(in group: String) -> Bool {
        (0..<partitions).allSatisfy { number in
            [topics.uploads, topics.connections].allSatisfy { name in
                let place = TopicPartition(name, number)
                return cluster.committed(place).last.map { $0.offset < cluster.offset(of: place, in: group) ?? 0 }
                    ?? true
            }
        }
    }

    private var isRead: Bool {
        (0..<partitions).allSatisfy { number in
            [topics.uploads, topics.connections].allSatisfy { name in
                let place = TopicPartition(name, number)
                guard let offset = cluster.offset(of: place, in: "g") else {
                    // The state has it too, and it is committed again with the next record.
                    return areOffsetsGone && name == topics.connections || cluster.log(place)?.end == 0
                }
                return offset == cluster.log(place)?.end
            }
        }
    }

    var standing: String {
        (0..<partitions).flatMap { number in
            [topics.uploads, topics.connections].map { name in
                let place = TopicPartition(name, number)
                return "\(place) \(cluster.offset(of: place, in: "g") ?? -1) of \(cluster.log(place)?.end ?? -1)"
            }
        }.joined(separator: ", ") + "\n" + machines.flatMap { $0.lines.suffix(5) }.joined()
    }

    /// Whether a process may end so: what it waits for when it is to stop may stand still for longer.
    private func mayEnd(_ reason: String) -> Bool {
        // A topic that is deleted while a worker begins is missed at its start, and not at the next one.
        if areTopicsForgotten, reason.contains("UNKNOWN_TOPIC_OR_PART") { return true }
        // The group may fence it before a transaction does, also just after the other one has ended.
        if hasRival, ["another worker uses the instance id", "FENCED_INSTANCE_ID"].contains(where: reason.contains) {
            return true
        }
        // Its only lane has failed.
        if machines.allSatisfy({ $0.options.lanes == 1 }), reason.contains("cannot create more threads") { return true }
        let known = ["did not end in time", "neither committed nor aborted", "has been stuck in one call"]
        return known.contains(where: reason.contains) || isNarrowed && reason.contains("max.message.bytes")
    }

    /// All are asked to stop, and do.
    func stop() -> String? {
        site.stop()
        for machine in machines {
            if let fault = endingFault(machine) { return fault }
        }
        return nil
    }

    /// What is wrong with how a machine's processes have ended.
    func endingFault(_ machine: Machine) -> String? {
        if machine.isRunning { return "\(machine.number) does not stop" }
        for case .failed(let error) in machine.endings where !mayEnd(error.description) {
            return "\(machine.number) has ended with \(error)"
        }
        return nil
    }
}
