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
        /// Whether the group has both offsets.
        let isKnown: Bool
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

    /// Held while the store is written to, so that nothing is written after a cancellation.
    private let wanted: Mutex<Set<Int32>>
    private let results = Mutex(Results())
    /// Read at every turn of the lane, which no lock may hold up.
    private let hasResults = Atomic(false)
    private let isOver = Atomic(false)

    init(_ partitions: [Int32]) {
        wanted = Mutex(Set(partitions))
    }

    /// Works on the stores of the partitions that the lane still wants.
    func whileWanted<Failure: Error>(_ body: (Set<Int32>) throws(Failure) -> Void) throws(Failure) {
        try wanted.withLock { partitions throws(Failure) in try body(partitions) }
    }

    /// Whether there is anything left to do.
    var isWanted: Bool { wanted.withLock { !$0.isEmpty } }

    /// Tells the lane of a partition, which is the lane's from now on, unless it no longer wants it.
    func finish(_ restored: Restored) {
        guard wanted.withLock({ $0.remove(restored.partition) != nil }) else { return }
        results.withLock { $0.restored.append(restored) }
        hasResults.store(true, ordering: .releasing)
    }

    /// Tells the lane that one partition can't be restored; the others go on.
    func fail(_ partition: Int32, _ error: RestoreError) {
        guard wanted.withLock({ $0.remove(partition) != nil }) else { return }
        results.withLock { $0.failed.append(Failed(partition: partition, error: error)) }
        hasResults.store(true, ordering: .releasing)
    }

    /// Tells the lane that none of what is left can be restored.
    func failAll(_ error: RestoreError) {
        for partition in wanted.withLock({ $0 }).sorted() { fail(partition, error) }
    }

    /// The thread has come to its end.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Whether the thread has come to its end.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Takes partitions away; afterwards nothing is written to their stores.
    func cancel(_ partitions: some Sequence<Int32>) {
        wanted.withLock { $0.subtract(partitions) }
        results.withLock { results in
            results.restored.removeAll { partitions.contains($0.partition) }
            results.failed.removeAll { partitions.contains($0.partition) }
        }
    }

    /// Takes all partitions away.
    func cancel() {
        wanted.withLock { $0 = [] }
        results.withLock { $0 = Results() }
    }

    /// Whether something waits to be taken.
    var isTelling: Bool { hasResults.load(ordering: .acquiring) }

    /// What has become of partitions since the last time.
    func take() -> Results {
        guard hasResults.exchange(false, ordering: .acquiring) else { return Results() }
        return results.withLock { results in
            defer { results = Results() }
            return results
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
