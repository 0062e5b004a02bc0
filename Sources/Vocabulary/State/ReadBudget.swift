/// The time and the bytes that one reader beside the lanes may use.
///
/// After either is used up, all reads of the reader's snapshot return nothing, so that its work ends soon. Its result
/// must then be dropped. Work that reads nothing for long asks `isSpent` between its steps. Only one thread may use a
/// budget.
package final class ReadBudget {
    private let deadlineMilliseconds: Int64
    private let now: () -> Int64
    /// The number of bytes that may still be read or held.
    package private(set) var leftBytes: Int
    private var isLate = false

    /// - Parameters:
    ///   - deadlineMilliseconds: The time of the clock `now` after which nothing more is read.
    ///   - bytes: The number of bytes that may be read or held.
    ///   - now: A monotonic clock in milliseconds.
    package init(until deadlineMilliseconds: Int64, bytes: Int, now: @escaping () -> Int64) {
        self.deadlineMilliseconds = deadlineMilliseconds
        leftBytes = bytes
        self.now = now
    }

    /// Whether the time or the bytes are used up, so that results are incomplete; looks at the clock.
    package var isSpent: Bool {
        if leftBytes > 0, !isLate { isLate = now() > deadlineMilliseconds }
        return leftBytes <= 0 || isLate
    }

    /// Counts bytes that were read, or that are held for the answer.
    package func use(_ bytes: Int) { leftBytes -= bytes }
}
