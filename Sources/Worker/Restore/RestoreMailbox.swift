import Kafka
import Store
import Synchronization

/// What a lane's thread and the one that restores for it tell each other.
final class RestoreMailbox: Sendable {
    /// A partition whose state is there, and from where reading goes on.
    struct Restored: Sendable {
        let partition: Int32
        /// What the state says of itself.
        let identity: StateIdentity
        let uploads: Int64
        let connections: Int64
        let settingsEnd: Int64
        /// The inputs of which the group has an offset.
        let known: Set<Input>
        let records: Int
        let bytes: Int
        let seconds: Double
    }

    /// A partition whose state could not be brought up to date.
    struct Failed: Sendable {
        let partition: Int32
        let error: RestoreError
    }

    /// What has become of partitions since the lane last looked.
    struct Results: Sendable {
        var restored: [Restored] = []
        var failed: [Failed] = []
    }

    /// What both threads know.
    private struct Content {
        var wanted: Set<Int32>
        var results = Results()
    }

    /// Held while the store is written to, so that nothing is written after a cancellation; and while a result is told, so that
    /// none comes after one.
    private let content: Mutex<Content>
    /// Read at every turn of the lane, which no lock may hold up.
    private let hasResults = Atomic(false)
    private let isOver = Atomic(false)

    init(_ partitions: [Int32]) {
        content = Mutex(Content(wanted: Set(partitions)))
    }

    /// Works on the stores of the partitions that the lane still wants.
    func whileWanted<Failure: Error>(_ body: (Set<Int32>) throws(Failure) -> Void) throws(Failure) {
        try content.withLock { content throws(Failure) in try body(content.wanted) }
    }

    /// Whether there is anything left to do.
    var isWanted: Bool { content.withLock { !$0.wanted.isEmpty } }

    /// Tells the lane of a partition, which is the lane's from now on, unless it no longer wants it.
    func finish(_ restored: Restored) { tell(restored.partition) { $0.restored.append(restored) } }

    /// Tells the lane that one partition can't be restored; the others go on.
    func fail(_ partition: Int32, _ error: RestoreError) {
        tell(partition) { $0.failed.append(Failed(partition: partition, error: error)) }
    }

    private func tell(_ partition: Int32, _ note: (inout Results) -> Void) {
        content.withLock { content in
            guard content.wanted.remove(partition) != nil else { return }
            note(&content.results)
            hasResults.store(true, ordering: .releasing)
        }
    }

    /// Tells the lane that none of what is left can be restored.
    func failAll(_ error: RestoreError) {
        for partition in content.withLock({ $0.wanted }).sorted() { fail(partition, error) }
    }

    /// The thread has come to its end.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Whether the thread has come to its end.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Takes partitions away; afterwards nothing is written to their stores, and nothing is told of them.
    func cancel(_ partitions: some Sequence<Int32>) {
        content.withLock { content in
            content.wanted.subtract(partitions)
            content.results.restored.removeAll { partitions.contains($0.partition) }
            content.results.failed.removeAll { partitions.contains($0.partition) }
        }
    }

    /// Takes all partitions away.
    func cancel() { content.withLock { $0 = Content(wanted: []) } }

    /// Whether something waits to be taken.
    var isTelling: Bool { hasResults.load(ordering: .acquiring) }

    /// What has become of partitions since the last time.
    func take() -> Results {
        guard hasResults.load(ordering: .acquiring) else { return Results() }
        return content.withLock { content in
            hasResults.store(false, ordering: .releasing)
            defer { content.results = Results() }
            return content.results
        }
    }
}

/// Why a partition's restore failed.
enum RestoreError: Error, CustomStringConvertible {
    /// A question to the broker.
    case kafka(KafkaError)
    /// A record that the store cannot take.
    case store(StoreError)
    /// What is there does not belong together: the figures, and what to do.
    case refused(String)

    var description: String {
        switch self {
        case .kafka(let error): error.withAdvice
        case .store(let error): "\(error)"
        case .refused(let sentence): sentence
        }
    }
}
