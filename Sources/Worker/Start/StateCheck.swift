import Kafka
import Observation
import Store

/// Whether the state that is there is this worker's: looked at before anything is processed, so that a wrong directory,
/// prefix or cluster ends the start.
struct StateCheck: ~Copyable {
    private static let askMilliseconds: Int32 = 2_000
    private static let turnMilliseconds: Int64 = 500

    private let expected: ExpectedState
    private let topic: String
    private let admin: Admin
    private var search: IdentitySearch
    /// Changelogs that were not asked for their bounds yet.
    private var waiting: [Int32]

    init(_ plan: TopicPlan, _ settings: WorkerSettings, observer: Observer) throws(KafkaError) {
        expected = plan.expectedState
        topic = settings.topics.state
        waiting = Array((0..<plan.partitions).reversed())
        let clients = ClientSettings(settings: settings, lane: 0, limits: plan.limits)
        let report = ClientReports.sink(observer)
        let admin = try Admin(clients.restorer, onEvent: report)
        let search = try IdentitySearch(topic, clients, onEvent: report)
        self.admin = admin
        self.search = search
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
            waiting.removeLast()
        }
        for (partition, answer) in try search.advance(milliseconds: Self.turnMilliseconds) {
            if let refusal = refusal(partition, answer) { return .failure(refusal) }
        }
        return search.isUnderWay ? nil : .success(())
    }

    private func refusal(_ partition: Int32, _ answer: IdentitySearch.Answer) -> StartError? {
        switch answer {
        case .failure(let error): return StartError("the state in \(topic) [\(partition)]: \(error)")
        case .success(nil): return nil
        case .success(let identity?):
            return expected.mismatch(identity, at: partition).map {
                StartError("the state in \(topic) [\(partition)] \($0)")
            }
        }
    }
}
