/// How many requests are answered in a time: some at once, then evenly.
///
/// After a pause, a burst is answered at once, so a page alone does not wait. Clients that ask without pause share one
/// pace, so that they, the server and the reading threads leave the processors to the lanes.
package struct ReadPace {
    /// The number of requests that are answered at once after a pause.
    package static let burst: Int64 = 60
    /// The time between two answers to clients that ask without pause.
    package static let intervalMilliseconds: Int64 = 10

    /// The time at which all requests would be answered if each took one interval.
    private var busyUntil = Int64.min

    package init() {}

    /// Counts a request, or returns the milliseconds until it may be answered.
    package mutating func wait(at milliseconds: Int64) -> Int64 {
        let begin = max(busyUntil, milliseconds)
        let early = begin - milliseconds - (Self.burst - 1) * Self.intervalMilliseconds
        if early > 0 { return early }
        busyUntil = begin + Self.intervalMilliseconds
        return 0
    }
}
