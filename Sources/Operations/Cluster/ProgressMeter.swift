/// Computes the rate and the remaining time of long work from its progress so far.
package struct ProgressMeter: Sendable {
    /// The values of a progress line.
    package struct Reading: Equatable, Sendable {
        package var done: Int
        /// The total count; nil if unknown.
        package var total: Int?
        package var perSecond: Double
        /// The remaining time; nil if unknown.
        package var secondsLeft: Double?

        package init(done: Int, total: Int?, perSecond: Double, secondsLeft: Double?) {
            self.done = done
            self.total = total
            self.perSecond = perSecond
            self.secondsLeft = secondsLeft
        }
    }

    /// The rate is computed over this period.
    private static let windowMilliseconds: Int64 = 10_000
    private var notes: [(milliseconds: Int64, done: Int)] = []
    private var total: Int?

    package init() {}

    /// Adds the progress at a time in milliseconds; the time must not decrease.
    package mutating func note(done: Int, of total: Int?, milliseconds: Int64) {
        self.total = total
        // Keeps one note for each half second and the newest note, at most 21 in all.
        if notes.count > 1, milliseconds - notes[notes.count - 2].milliseconds < 500 { notes.removeLast() }
        notes.append((milliseconds, done))
        while notes.count > 2, milliseconds - notes[1].milliseconds >= Self.windowMilliseconds { notes.removeFirst() }
    }

    /// The current values; nil before the first note.
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
