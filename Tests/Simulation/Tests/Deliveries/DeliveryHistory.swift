import Dispatching
import Foundation
import Observation
import Randomness
import SimulatedDelivering
import SimulatedKafka
import SimulatedRequests
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary
import Webhooks

/// Dispatchers on some machines, a cluster, and receivers, in a world in which things go wrong, all from one plan.
final class DeliveryHistory {
    let plan: Plan
    let world: World
    let cluster: Cluster
    let topics: TopicNames
    let customers: Customers
    let partitions: Int32
    let connections = JobText.stable + 2
    private var jobs = JobText()
    private(set) var malformed = 0
    private(set) var machines: [Machine] = []
    var oracle: DeliveryOracle
    let dispatch: DispatchOptions
    /// The kinds of disturbances so far.
    private(set) var happened: Set<Disturbance> = []
    /// Up to where the group had committed when somebody deleted that.
    var lostEnds: [TopicPartition: Int64] = [:]
    private var written = WrittenSettings()
    /// Whether requests must have the settings of the last seconds.
    var settingsAreJudged = true
    /// Whether requests are compared with jobs at all.
    var isJudged = true
    /// Whether a topic was replaced, so that jobs may be sent again.
    var isReplaced = false
    /// The dead letters of a topic that was replaced, and the offset at which later ones follow.
    var formerLetters: [LogRecord] = []
    var lettersBegin: Int64 = 0
    /// Whether the history waits until no job waits.
    var isResting = false
    /// How many requests receivers have taken.
    var taken: Int { customers.arrivals.count(where: \.isTaken) }

    static let group = StateOwner.dispatcher.group(ofWorkers: "g")
    static let requestMilliseconds: Int64 = 12_000
    /// The longest time after which newer settings count, where nothing delays a process.
    private static let settingsMilliseconds: Int64 = 3_000

    init(_ plan: Plan, logs: Bool = false) {
        self.plan = plan
        world = World.begin(seed: plan.seed)
        if logs { world.log = [] }
        cluster = Cluster.begin(world)
        SimulatedDisk.wipeAll()
        let rules = Rules()
        topics = TopicNames(rules)
        customers = Customers(world)
        cluster.firstFetchMilliseconds = [0, 3_000][world.below(2)]
        partitions = Int32(1 + world.below(3))
        dispatch = Self.dispatchOptions(world)
        oracle = DeliveryOracle(
            retries: dispatch.schedule.delaysMilliseconds.count,
            orderHoldMilliseconds: dispatch.orderHoldMilliseconds,
            coalesces: dispatch.coalesceMilliseconds > 0
        )
        var options = WorkerOptions(bootstrapServers: "simulated", groupID: Self.group, instanceID: "", rules: rules)
        options.assignor = world.below(3) == 0 ? .cooperativeSticky : .range
        options.isDynamic = world.below(4) == 0
        options.properties = [
            (name: "transaction.timeout.ms", value: "5000"), (name: "session.timeout.ms", value: "17000"),
        ]
        let program: Machine.Program = { [dispatch] in Self.run($0, dispatch, $1, $2) }
        for number in 0..<plan.machines {
            machines.append(Machine(number, folder: History.folder, options: options, program: program))
        }
        Receivers.reply = { [unowned self] request, sender in customers.reply(request, sender) }
        customers.judge = { [unowned self] in judge($0) }
    }

    private static func dispatchOptions(_ world: World) -> DispatchOptions {
        func one<Element>(of choices: [Element]) -> Element { choices[world.below(choices.count)] }
        var options = DispatchOptions()
        let schedules: [[Int64]] = [[], [0], [1_000, 1_000], [5_000, 30_000], [5_000, 60_000, 300_000]]
        options.schedule = RetrySchedule(delaysMilliseconds: one(of: schedules))
        options.orderHoldMilliseconds = one(of: [0, 10_000, 100_000, 3_600_000])
        options.coalesceMilliseconds = one(of: [0, 0, 0, 3_000])
        options.isThin = world.below(6) == 0
        options.concurrency = one(of: [2, 8, 256])
        options.perHost = one(of: [1, 4, 16])
        options.ratePerHost = one(of: [nil, nil, 2])
        options.drainMilliseconds = one(of: [0, 1_000, 5_000])
        options.bounds.freshJobs = one(of: [2, 10, 10_000])
        options.bounds.freshBytes = one(of: [1_000, 24 << 20])
        options.bounds.freshMilliseconds = one(of: [0, 1_000, 10_000])
        options.bounds.requestBytes = one(of: [1, 2_000, 16 << 20])
        options.bounds.pendingBytes = one(of: [4_000, 8 << 20])
        options.bounds.chores = one(of: [1, 10_000])
        return options
    }

    private static func run(
        _ options: WorkerOptions,
        _ dispatch: DispatchOptions,
        _ process: SimulatedProcess,
        _ observer: Observer
    ) -> ProcessFrame.Outcome {
        let clocks = SimulatedSystem.Clocks(of: process)
        let dispatchObserver = DispatchObserver(observer)
        do throws(StartError) {
            let secrets = try SecretsWatch(nil, environment: Customers.secret, observer: dispatchObserver, at: 0)
            var delivery = DeliveryOptions(process: options, dispatch: dispatch, zones: ZoneTable { _ in nil })
            delivery.dispatch.requestMilliseconds = requestMilliseconds
            let client = PostClient(
                PostOptions(rules: dispatch.callbacks, requestsMax: dispatch.concurrency),
                of: process
            )
            let delivering = DeliveryProcess(
                delivery,
                client: client,
                secrets: secrets,
                clocks: clocks,
                observer: dispatchObserver
            )
            return delivering.run { process.waitForStop(milliseconds: $0) }
        } catch {
            return .failed(error)
        }
    }

    var site: Site {
        Site(world: world, cluster: cluster, machines: machines, group: Self.group, changelog: topics.webhookState)
    }

    /// Lets the plan happen, then lets all of it come to rest.
    ///
    /// - Returns: What is wrong; nil when nothing is.
    func run() -> String? {
        var around = TopicDescription.Surroundings(partitions: partitions)
        around.jobBytes = 1_048_588
        for topic in TopicDescription(Rules()).missing([], around, for: .dispatcher) { _ = cluster.create(topic) }
        openAll()
        for machine in machines { machine.start(world) }
        for step in 0..<plan.steps {
            var random = plan.random(ofStep: step)
            world.sleep(Int64(random.below(random.below(4) == 0 ? 20_000 : 400)))
            site.startDead(&random)
            take(&random)
            if let fault = customers.fault ?? cluster.misuse { return ended(fault) }
        }
        return ended(rest() ?? finish() ?? customers.fault ?? cluster.misuse)
    }

    private func ended(_ fault: String?) -> String? {
        for machine in machines { machine.kill(world) }
        return fault
    }

    private func take(_ random: inout SeededRandom) {
        switch random.below(8) {
        case 0..<4: for _ in 0...random.below(5) { append(random.below(connections), &random) }
        case 4:
            let host = JobText.host(random.below(3))
            customers.moods[host] = Customers.Mood.allCases[random.below(Customers.Mood.allCases.count)]
        case 5: changeSettings(random.below(connections), &random)
        default:
            let kinds = plan.isRough ? plan.disturbances : []
            guard !kinds.isEmpty else { return append(random.below(connections), &random) }
            let kind = kinds[random.below(kinds.count)]
            if !plan.without.contains(kind) { disturb(kind, &random) }
        }
    }

    private func disturb(_ kind: Disturbance, _ random: inout SeededRandom) {
        world.note("disturbance: \(kind)")
        happened.insert(kind)
        let machine = machines[random.below(machines.count)]
        let calls = random.below(400)
        site.disturb(kind, machine, afterCalls: calls, pause: Site.pause(&random), &random)
    }

    private func place(_ topic: String, _ connection: Int) -> TopicPartition {
        TopicPartition(topic, Int32(connection) % partitions)
    }

    func append(_ connection: Int, _ random: inout SeededRandom) {
        if random.below(20) == 0 { return appendMalformed(connection) }
        appendJob(connection, &random)
    }

    func appendMalformed(_ connection: Int) {
        malformed += 1
        let key = Array(JobText.connection(connection).utf8)
        cluster.append(key, Array("{}".utf8), to: place(topics.jobs, connection))
    }

    /// Appends a job; returns its id.
    @discardableResult
    func appendJob(_ connection: Int) -> String {
        var random = plan.random(ofStep: 4_000_000)
        return appendJob(connection, &random)
    }

    @discardableResult
    private func appendJob(_ connection: Int, _ random: inout SeededRandom) -> String {
        let place = place(topics.jobs, connection)
        let name = JobText.connection(connection)
        let (id, text) = jobs.next(connection, at: world.wallMilliseconds, &random)
        let offset = cluster.log(place)?.end ?? 0
        oracle.append(DeliveryOracle.Fate(id: id, place: place, offset: offset, connection: name))
        cluster.append(Array(name.utf8), Array(text.utf8), to: place)
        return id
    }

    private func changeSettings(_ connection: Int, _ random: inout SeededRandom) {
        let url = ",\"callback_url\":\"\(JobText.urls[random.below(JobText.urls.count)])\""
        guard connection >= JobText.stable else { return writeSettings(connection, url) }
        switch random.below(6) {
        case 0: writeSettings(connection, nil)
        case 1: writeSettings(connection, url + ",\"closed\":true")
        case 2: writeSettings(connection, url + ",\"forget\":true")
        case 3: writeSettings(connection, "")
        default: writeSettings(connection, url)
        }
    }

    func writeSettings(_ connection: Int, _ members: String?) {
        let name = JobText.connection(connection)
        let value = members.map { JobText.settings(connection, $0) }
        world.note("settings of \(connection): \(value ?? "none")")
        cluster.append(Array(name.utf8), value.map { Array($0.utf8) }, to: place(topics.connections, connection))
        written.write(name, members, at: world.now)
    }

    /// Whether a process may have been behind what it should know.
    var isDelayed: Bool { !happened.isDisjoint(with: Disturbance.delaying) }

    /// Returns what is wrong with a request; nil if nothing is.
    private func judge(_ arrival: Customers.Arrival) -> String? {
        if !isJudged { return nil }
        if settingsAreJudged, !isDelayed, !written.allow(arrival, since: arrival.at - Self.settingsMilliseconds) {
            return "no settings of the last seconds allow it"
        }
        let judgesOrder = !isDelayed && happened.isDisjoint(with: Disturbance.changingClocks)
        return oracle.arrived(arrival, judgesOrder: judgesOrder)
    }
}
