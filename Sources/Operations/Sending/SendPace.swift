/// When the next line may go, so that no more go in a second than were asked for.
package struct SendPace {
    private static let second: Int64 = 1_000_000_000
    /// Lost time is made up for, up to a tenth of a second: the clock of a poll is coarse.
    private static let catchUp = second / 10

    private let interval: Int64
    private var due: Int64?

    /// A pace of so many lines a second; nil is no limit.
    package init(perSecond: Int?) {
        interval = perSecond.map { Self.second / Int64(max(1, $0)) } ?? 0
    }

    /// How long to wait from now on, all in nanoseconds.
    package func wait(at now: Int64) -> Int64 { max(0, (due ?? now) - now) }

    /// Takes note that a line goes now.
    package mutating func send(at now: Int64) { due = max(due ?? now, now - Self.catchUp) + interval }
}
