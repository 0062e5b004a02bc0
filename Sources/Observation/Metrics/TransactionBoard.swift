import Synchronization

/// The open transactions of the lanes.
final class TransactionBoard: Sendable {
    private let began = Mutex<[Int: Int64]>([:])

    /// Sets the monotonic time in milliseconds at which a lane's transaction began, or nil if none is open.
    func set(_ time: Int64?, ofLane lane: Int) { began.withLock { $0[lane] = time } }

    /// Returns the age of the oldest open transaction, or 0 without one.
    func oldestSeconds(at now: Int64) -> Double {
        began.withLock { $0.values.min() }.map { max(0, Double(now - $0) / 1_000) } ?? 0
    }
}
