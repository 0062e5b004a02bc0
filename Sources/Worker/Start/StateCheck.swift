import Kafka
import Observation
import Store
import System

/// Checks whether existing state belongs to this worker, before anything is processed.
///
/// A wrong directory, prefix or cluster ends the start. `StoreSweep` also uses this check, before it deletes the
/// stores of partitions that have moved to another worker.
struct StateCheck: ~Copyable {
    private static let askMilliseconds: Int32 = 2_000
    private static let turnMilliseconds: Int64 = 500

    private let observer: Observer
    private let database: Database
    private let expected: ExpectedState
    private let topic: String
    private let admin: Admin
    private var search: IdentitySearch
    /// The partitions whose changelog offsets were not requested yet.
    private var waiting: [Int32]
    /// The stores to judge: they may have missed tombstones, or their partitions have moved to another worker.
    private var left: [Int32: StoreVerdict.Held] = [:]
    /// Whether only partitions that have moved to another worker are checked.
    private let isOfDeparted: Bool
    /// The moved partitions whose changelogs are complete, so that their stores can be deleted.
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
        topic = options.topics.changelog(of: plan.expectedState.owner)
        waiting = departed ?? Array((0..<plan.partitions).reversed())
        let clients = ClientProperties(options: options, lane: 0, limits: plan.limits)
        let report = ClientReports.sink(observer)
        let admin = try Admin(clients.restorer, onEvent: report)
        let search = try IdentitySearch(topic, clients.restorer, clocks, onEvent: report)
        self.admin = admin
        self.search = search
        let watch = StoreWatch(tombstoneMilliseconds: plan.tombstoneMilliseconds)
        for held in database.partitions() {
            let stale = watch.missedReason(held.inSyncMilliseconds, wall: clocks.wallMilliseconds())
            let isDeparted = departed?.contains(held.partition) ?? false
            guard let missed = isDeparted ? "its partition has moved to another worker" : stale else { continue }
            left[held.partition] = StoreVerdict.Held(
                offset: held.changelogOffset,
                identity: held.identity,
                missed: missed
            )
        }
    }

    /// Checks the local stores, which needs no broker.
    static func refusal(_ database: Database, _ expected: ExpectedState) -> StartError? {
        if expected.isAdopting { return nil }
        for held in database.partitions() {
            if let identity = held.identity, let mismatch = expected.mismatch(identity, at: held.partition) {
                return StartError(mismatch.after("the state directory's state of partition \(held.partition) "))
            }
        }
        return nil
    }

    /// Searches the changelogs for a limited time.
    ///
    /// Returns nil if the check is not finished.
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
        // The later restore judges this partition. A fault must not stop the other partitions.
        case .failure, .success(nil): return nil
        case .success(let logged?):
            guard let mismatch = expected.mismatch(logged.identity, at: partition) else {
                if isOfDeparted { judge(partition, logged) } else { return drop(partition, logged) }
                return nil
            }
            return StartError(mismatch.after("the state in \(topic) [\(partition)] "))
        }
    }

    /// Clears a store that may have missed tombstones, if the changelog contains the complete state.
    private func drop(_ partition: Int32, _ logged: StoreVerdict.Logged) -> StartError? {
        guard case .rebuild(let reason) = verdict(partition, logged) else { return nil }
        do throws(StoreError) {
            try RocksStore(partition, in: database).leave()
        } catch {
            return StartError(error.reason)
        }
        observer.storeDropped(partition: partition, reason: reason)
        return nil
    }

    /// Adds a moved partition to `droppable`, unless its store may be the only copy of the state.
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
