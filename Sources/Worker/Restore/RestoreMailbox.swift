package import Kafka
package import Observation
package import Store
import Synchronization

/// The state that a lane shares with the thread that restores the lane's partitions.
package final class RestoreMailbox: Sendable {
    /// A restored partition, and the offsets from which its inputs are read.
    package struct Restored: Sendable {
        package let partition: Int32
        /// The state identity of the partition.
        package let identity: StateIdentity
        package let uploads: Int64
        /// Whether the main input was recreated, so that its offsets begin again.
        package let isOtherInput: Bool
        /// Whether an operator has adopted the state, which may lack records.
        package let isAdopted: Bool
        package let connections: Int64
        package let settingsEnd: Int64
        /// The inputs for which the group has an offset.
        package let known: Set<Input>
        package let records: Int
        package let bytes: Int
        package let seconds: Double
    }

    /// A partition whose restore failed.
    package struct Failed: Sendable {
        package let partition: Int32
        package let error: RestoreError
    }

    /// The results that the lane has not taken yet.
    package struct Results: Sendable {
        package var restored: [Restored] = []
        package var failed: [Failed] = []
    }

    private struct Content {
        var wanted: Set<Int32>
        var results = Results()
    }

    /// Locked during store writes, so that nothing is written after a cancellation.
    private let content: Mutex<Content>
    /// The lane reads this on each turn without taking the lock.
    private let hasResults = Atomic(false)
    private let isOver = Atomic(false)

    init(_ partitions: [Int32]) {
        content = Mutex(Content(wanted: Set(partitions)))
    }

    /// Runs `body` with the partitions that are not canceled; meanwhile, no partition can be canceled.
    func whileWanted<Failure: Error>(_ body: (Set<Int32>) throws(Failure) -> Void) throws(Failure) {
        try content.withLock { content throws(Failure) in try body(content.wanted) }
    }

    /// Whether a partition is neither canceled nor finished.
    var isWanted: Bool { content.withLock { !$0.wanted.isEmpty } }

    /// Passes a restored partition to the lane, unless it was canceled.
    func finish(_ restored: Restored) { tell(restored.partition) { $0.restored.append(restored) } }

    /// Reports that one partition cannot be restored.
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

    /// Reports that none of the remaining partitions can be restored.
    func failAll(_ error: RestoreError) {
        for partition in content.withLock({ $0.wanted }).sorted() { fail(partition, error) }
    }

    /// Reports that the thread has ended.
    func end() { isOver.store(true, ordering: .releasing) }

    package var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Cancels partitions, so that their stores are no longer written and they have no results.
    package func cancel(_ partitions: some Sequence<Int32>) {
        content.withLock { content in
            content.wanted.subtract(partitions)
            content.results.restored.removeAll { partitions.contains($0.partition) }
            content.results.failed.removeAll { partitions.contains($0.partition) }
        }
    }

    package func cancel() { content.withLock { $0 = Content(wanted: []) } }

    /// Whether there are results that the lane has not taken.
    package var isTelling: Bool { hasResults.load(ordering: .acquiring) }

    package func take() -> Results {
        guard hasResults.load(ordering: .acquiring) else { return Results() }
        return content.withLock { content in
            hasResults.store(false, ordering: .releasing)
            defer { content.results = Results() }
            return content.results
        }
    }
}

/// The reason why a partition could not be restored.
package enum RestoreError: Error, CustomStringConvertible {
    /// A request to the broker failed.
    case kafka(KafkaError)
    /// The store rejected a record or cannot be written.
    case store(StoreError)
    /// State, topics and offsets do not match; the reason contains the values and advice.
    case refused(Reason)

    package var reason: Reason {
        switch self {
        case .kafka(let error): Reason(.restoreFailed, error.withAdvice)
        case .store(let error): error.reason
        case .refused(let reason): reason
        }
    }

    package var description: String { reason.sentence }
}
