/// Which lines are done, counted from the first: acknowledged, or not to be sent.
package struct SendLedger {
    /// So many lines from the beginning are done without a gap: a call that goes on passes over them.
    package private(set) var doneCount: Int
    /// Those that are done behind the first that is not.
    private var ahead: Set<Int> = []

    package init(skipped: Int) { doneCount = skipped }

    /// A line, counted from 1, is done.
    package mutating func finish(_ number: Int) {
        guard number > doneCount else { return }
        ahead.insert(number)
        while ahead.remove(doneCount + 1) != nil { doneCount += 1 }
    }
}
