import Kafka
import Observation
import Store
import System

/// Whether the state that is there is this worker's: looked at before anything is processed, so that a wrong directory,
/// prefix or cluster ends the start.
struct StateCheck: ~Copyable {
    private static let askMilliseconds: Int32 = 2_000
    private static let turnMilliseconds: Int64 = 500

    private let observer: Observer
    private let database: Database
    private let expected: ExpectedState
    private let topic: String
    private let admin: Admin
    private var search: IdentitySearch
    /// Changelogs that were not asked for their bounds yet.
    private var waiting: [Int32]
    /// Stores that were out of step for longer than the changelog keeps tombstones: their partitions have moved away.
    private var left: [Int32: StoreVerdict.Held] = [:]
    /// Whether it looks at the changelogs of partitions that have moved away, and not at all before the start.
    private let isOfDeparted: Bool
    /// The partitions that have moved away and of which the changelog has all: their stores may go.
    private(set) var droppable: [Int32] = []
    private var bounds: [Int32: Watermarks] = [:]

    init(
        _ plan: TopicPlan,
        _ options: WorkerOptions,
        _ database: Database,
        _ clocks: Clocks,
        observer: Observer,
        departed: [Int32]? = nil
    ) throws(KafkaError) {
        self.observer = observer
        self.database = database
        isOfDeparted = departed != nil
        expected = plan.expectedState
        topic = options.topics.state
        waiting = departed ?? Array((0..<plan.partitions).reversed())
        let clients = ClientProperties(options: options, lane: 0, limits: plan.limits)
        let report = ClientReports.sink(observer)
        let admin = try Admin(clients.restorer, onEvent: report)
        let search = try IdentitySearch(topic, clients, clocks, onEvent: report)
        self.admin = admin
        self.search = search
        let watch = StoreWatch(tombstoneMilliseconds: plan.tombstoneMilliseconds)
        for held in (try? database.partitions()) ?? [] {
            let stale = watch.missedReason(held.inStepMilliseconds, wall: clocks.wallMilliseconds())
            let isDeparted = departed?.contains(held.partition) ?? false
            guard let missed = isDeparted ? "its partition has moved to another worker" : stale else { continue }
            left[held.partition] = StoreVerdict.Held(
                offset: held.changelogOffset,
                identity: held.identity,
                missed: missed
            )
        }
    }

    /// Judges the local stores, which needs no broker.
    static func refusal(_ database: Database, _ expected: ExpectedState) throws(StoreError) -> StartError? {
        if expected.isAdopting { return nil }
        for held in try database.partitions() {
            if let identity = held.identity, let mismatch = expected.mismatch(identity, at: held.partition) {
                return StartError("the state directory's state of partition \(held.partition) \(mismatch)")
            }
        }
        return nil
    }

    /// Works for a while on what the changelogs say of themselves; nil when it is not through with them.
    mutating func advance() throws(KafkaError) -> Result<Void, StartError>? {
        if expected.isAdopting { return .success(()) }
        while let partition = waiting.last {
            let bounds = try admin.watermarks(
                of: TopicPartition(topic, partition),
                timeoutMilliseconds: Self.askMilliseconds
            )
            search.begin(partition, bounds)
            self.bounds[partition] = bounds
            waiting.removeLast()
        }
        for (partition, answer) in try search.advance(milliseconds: Self.turnMilliseconds) {
            if let refusal = refusal(partition, answer) { return .failure(refusal) }
        }
        return search.isUnderWay ? nil : .success(())
    }

    private mutating func refusal(_ partition: Int32, _ answer: IdentitySearch.Answer) -> StartError? {
        switch answer {
        case .failure(let error): return StartError("the state in \(topic) [\(partition)]: \(error)")
        case .success(nil): return nil
        case .success(let logged?):
            guard let mismatch = expected.mismatch(logged.identity, at: partition) else {
                if isOfDeparted { judge(partition, logged) } else { return drop(partition, logged) }
                return nil
            }
            return StartError("the state in \(topic) [\(partition)] \(mismatch)")
        }
    }

    /// Empties a store that can't be used any more, since the changelog has all of it and more than it could take over.
    private func drop(_ partition: Int32, _ logged: StoreVerdict.Logged) -> StartError? {
        guard case .rebuild(let reason) = verdict(partition, logged) else { return nil }
        do throws(StoreError) {
            try RocksStore(partition, in: database).leave()
        } catch {
            return StartError(error.description)
        }
        observer.storeDropped(partition: partition, reason: reason)
        return nil
    }

    /// A store may be the only copy of a state whose changelog was deleted or cut: then it stays.
    private mutating func judge(_ partition: Int32, _ logged: StoreVerdict.Logged) {
        switch verdict(partition, logged) {
        case .read, .rebuild: droppable.append(partition)
        case .writeBack, .refuse, nil: break
        }
    }

    private func verdict(_ partition: Int32, _ logged: StoreVerdict.Logged) -> StoreVerdict? {
        guard let held = left[partition], let ends = bounds[partition] else { return nil }
        let name = "\(TopicPartition(topic, partition))"
        let log = LogBounds(name, low: ends.low, high: ends.high)
        return StoreVerdict(partition, held: held, logged: logged, log: log, expected: expected)
    }
}
