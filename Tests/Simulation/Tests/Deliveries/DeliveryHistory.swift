import Dispatching
import Foundation
import Health
import Observation
import Randomness
import SimulatedDelivering
import SimulatedKafka
import SimulatedRequests
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Webhooks

/// Dispatchers on some machines, a cluster, and receivers, in a world in which things go wrong, all from one plan.
final class DeliveryHistory {
    let plan: Plan
    let world: World
    let cluster: Cluster
    let topics: TopicNames
    let customers: Customers
    private let partitions: Int32
    private let connections = JobText.stable + 2
    private var jobs = JobText()
    private var malformed = 0
    private(set) var machines: [Machine] = []
    private(set) var oracle: DeliveryOracle
    let dispatch: DispatchOptions
    /// What has happened.
    private var happened: Set<Disturbance> = []
    /// Since when connections are forgotten.
    private var forgottenSince: [String: Int64] = [:]
    /// How many requests receivers have taken.
    var taken: Int { customers.arrivals.count(where: \.isTaken) }

    private static let group = StateOwner.dispatcher.group(ofWorkers: "g")
    private static let requestMilliseconds: Int64 = 12_000
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
        partitions = Int32(1 + world.below(3))
        dispatch = Self.dispatchOptions(world)
        oracle = DeliveryOracle(
            retries: dispatch.schedule.delaysMilliseconds.count,
            scheduleMilliseconds: dispatch.schedule.totalMilliseconds,
            orderHoldMilliseconds: dispatch.orderHoldMilliseconds,
            coalesces: dispatch.coalesceMilliseconds > 0
        )
        var options = WorkerOptions(bootstrapServers: "simulated", groupID: Self.group, instanceID: "", rules: rules)
        options.assignor = world.below(3) == 0 ? .cooperativeSticky : .range
        options.isDynamic = world.below(4) == 0
        options.properties = [
            (name: "transaction.timeout.ms", value: "5000"), (name: "session.timeout.ms", value: "17000"),
        ]
        for number in 0..<plan.machines {
            machines.append(
                Machine(number, folder: History.folder, options: options) { [dispatch] in Self.run($0, dispatch, $1, $2) }
            )
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
            delivery.requestMilliseconds = requestMilliseconds
            let client = PostClient(PostOptions(rules: dispatch.callbacks, requestsMax: dispatch.concurrency), of: process)
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

    private var site: Site {
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
            customers.moods[JobText.host(random.below(3))] = Customers.Mood.allCases[
                random.below(Customers.Mood.allCases.count)]
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

    private func append(_ connection: Int, _ random: inout SeededRandom) {
        let place = place(topics.jobs, connection)
        let name = JobText.connection(connection)
        guard let log = cluster.log(place) else { return }
        if random.below(20) == 0 {
            malformed += 1
            return cluster.append(Array(name.utf8), Array("{}".utf8), to: place)
        }
        let (id, text) = jobs.next(connection, at: world.wallMilliseconds, &random)
        oracle.append(
            DeliveryOracle.Fate(id: id, place: place, offset: log.end, connection: name, timestamp: world.now)
        )
        cluster.append(Array(name.utf8), Array(text.utf8), to: place)
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

    private func writeSettings(_ connection: Int, _ members: String?) {
        let name = JobText.connection(connection)
        let value = members.map { JobText.settings(connection, $0) }
        world.note("settings of \(connection): \(value ?? "none")")
        cluster.append(Array(name.utf8), value.map { Array($0.utf8) }, to: place(topics.connections, connection))
        guard let members else { return }
        let isForgotten = members.contains("forget")
        forgottenSince[name] = isForgotten ? forgottenSince[name] ?? world.now : nil
    }

    /// Returns what is wrong with a request; nil if nothing is.
    private func judge(_ arrival: Customers.Arrival) -> String? {
        let isDelayed = !happened.isDisjoint(with: Disturbance.delaying)
        if !isDelayed, arrival.hasUpserts, let since = forgottenSince[arrival.connection],
            since + Self.settingsMilliseconds < arrival.at
        {
            return "it has documents of a connection that is forgotten since \(since)"
        }
        let judgesOrder = !isDelayed && happened.isDisjoint(with: Disturbance.changingClocks)
        return oracle.arrived(arrival, judgesOrder: judgesOrder)
    }
}

/// The end of a history.
extension DeliveryHistory {
    /// Nothing goes wrong any more, until no job waits.
    private func rest() -> String? {
        site.calm()
        world.note("rest")
        customers.moods = [:]
        openAll()
        // A clock that was ahead has put jobs off by hours.
        if happened.contains(.clock) { world.at(world.now + 60_000) { [self] in openAll() } }
        let deadline = world.now + 1_800_000
        var random = plan.random(ofStep: 1_000_000)
        while world.now < deadline {
            if let fault = customers.fault ?? cluster.misuse { return fault }
            for machine in machines {
                machine.process?.halt = nil
                machine.process?.trap = nil
            }
            site.startDead(&random)
            if isRead, waiting.isEmpty, !cluster.hasOpenTransactions { return deliveryFault() }
            world.sleep(1_000)
        }
        return "not all is done: \(standing)"
    }

    /// Writes settings of all connections, by which all that waits is due at once.
    private func openAll() {
        for number in 0..<connections { writeSettings(number, ",\"callback_url\":\"\(JobText.urls[number])\"") }
    }

    private func deliveryFault() -> String? {
        let letters = cluster.committed(TopicPartition(topics.webhookDeadLetters, 0))
        return oracle.fault(deadLetters: letters, malformed: malformed, isCalm: plan.isCalm && machines.count == 1)
    }

    private var isRead: Bool {
        (0..<partitions).allSatisfy { number in
            let place = TopicPartition(topics.jobs, number)
            let end = cluster.log(place)?.end ?? 0
            return end == 0 || cluster.offset(of: place, in: Self.group) == end
        }
    }

    /// The rows of jobs in the state.
    private var waiting: [String] {
        (0..<partitions).flatMap { number in
            cluster.live(TopicPartition(topics.webhookState, number)).keys.compactMap { key -> String? in
                // Connection, zero, state key of 24 bytes that begins with its kind, chunk.
                guard key.count > 27, key[key.count - 27] == 0, let kind = RowKind(rawValue: key[key.count - 26]),
                    ![.connection, .progress].contains(kind)
                else { return nil }
                return "\(kind) of \(String(decoding: key.prefix { $0 > 0 }, as: UTF8.self))"
            }
        }
    }

    private var standing: String {
        let offsets = (0..<partitions).map { number in
            let place = TopicPartition(topics.jobs, number)
            return "\(place) \(cluster.offset(of: place, in: Self.group) ?? -1) of \(cluster.log(place)?.end ?? -1)"
        }
        return "\(offsets.joined(separator: ", ")); waiting \(waiting)\n" + machines.flatMap { $0.lines.suffix(5) }.joined()
    }

    /// All are asked to stop; what they leave on their disks is what their changelogs say.
    private func finish() -> String? {
        site.stop()
        for machine in machines {
            if machine.isRunning { return "\(machine.number) does not stop" }
            for case .failed(let error) in machine.endings where !mayEnd(error.description) {
                return "\(machine.number) has ended with \(error)"
            }
        }
        return site.falseAlarm() ?? site.storeFault() ?? deliveryFault()
    }

    private func mayEnd(_ reason: String) -> Bool {
        ["did not end in time", "neither committed nor aborted", "has been stuck in one call"].contains(
            where: reason.contains
        )
    }
}
