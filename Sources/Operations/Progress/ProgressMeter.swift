/// How far long work has come, how fast it is, and how long it will take, from what was noted of it.
package struct ProgressMeter: Sendable {
    /// What a line says.
    package struct Reading: Equatable, Sendable {
        package var done: Int
        /// Nil where nobody knows.
        package var total: Int?
        package var perSecond: Double
        /// Nil where nobody knows.
        package var secondsLeft: Double?

        package init(done: Int, total: Int?, perSecond: Double, secondsLeft: Double?) {
            self.done = done
            self.total = total
            self.perSecond = perSecond
            self.secondsLeft = secondsLeft
        }
    }

    /// The rate is that of so long.
    private static let windowMilliseconds: Int64 = 10_000
    private var notes: [(milliseconds: Int64, done: Int)] = []
    private var total: Int?

    package init() {}

    /// Notes how far it is at a time that never goes back, in milliseconds.
    package mutating func note(done: Int, of total: Int?, milliseconds: Int64) {
        self.total = total
        // One note a half second, and the newest: twenty and one at most.
        if notes.count > 1, milliseconds - notes[notes.count - 2].milliseconds < 500 { notes.removeLast() }
        notes.append((milliseconds, done))
        while notes.count > 2, milliseconds - notes[1].milliseconds >= Self.windowMilliseconds { notes.removeFirst() }
    }

    /// What there is to say now; nil before there is anything.
    package var reading: Reading? {
        guard let first = notes.first, let last = notes.last else { return nil }
        let seconds = Double(last.milliseconds - first.milliseconds) / 1_000
        let perSecond = seconds > 0 ? Double(last.done - first.done) / seconds : 0
        let left = total.flatMap { total in
            perSecond > 0 ? Double(max(0, total - last.done)) / perSecond : nil
        }
        return Reading(done: last.done, total: total, perSecond: perSecond, secondsLeft: left)
    }
}
