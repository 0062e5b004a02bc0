/// Tracks finished lines, which brokers have acknowledged or which are not sent.
package struct SendLedger {
    /// The number of finished lines from the beginning without a gap; a later call can skip them.
    package private(set) var doneCount: Int
    /// The finished lines after the first gap.
    private var ahead: Set<Int> = []

    package init(skipped: Int) { doneCount = skipped }

    /// Marks a line as finished, counted from 1.
    package mutating func finish(_ number: Int) {
        guard number > doneCount else { return }
        ahead.insert(number)
        while ahead.remove(doneCount + 1) != nil { doneCount += 1 }
    }
}
