/// Tracks which lines are finished: acknowledged by brokers, or not to be sent.
package struct SendLedger {
    /// The number of finished lines from the beginning without a gap; a later call can skip them.
    package private(set) var doneCount: Int
    /// The finished lines after the first gap.
    private var ahead: Set<Int> = []

    package init(skipped: Int) { doneCount = skipped }

    /// Marks the line with this number as finished; line numbers start at 1.
    package mutating func finish(_ number: Int) {
        guard number > doneCount else { return }
        ahead.insert(number)
        while ahead.remove(doneCount + 1) != nil { doneCount += 1 }
    }
}
