import Synchronization

/// The transactions that lanes have open.
final class TransactionBoard: Sendable {
    private let began = Mutex<[Int: Int64]>([:])

    /// A lane's transaction begins at this time of a steady clock; nil says that it has none.
    func set(_ time: Int64?, ofLane lane: Int) { began.withLock { $0[lane] = time } }

    /// The age of the oldest, 0 where there is none.
    func oldestSeconds(at now: Int64) -> Double {
        began.withLock { $0.values.min() }.map { max(0, Double(now - $0) / 1_000) } ?? 0
    }
}
