/// Limits the number of lines sent in a second.
package struct SendPace {
    private static let second: Int64 = 1_000_000_000
    /// The longest delay that later lines may catch up; the coarse resolution of `poll` causes delays.
    private static let catchUp = second / 10

    private let interval: Int64
    private var due: Int64?

    /// Creates a limit in lines per second; nil for no limit.
    package init(perSecond: Int?) {
        interval = perSecond.map { Self.second / Int64(max(1, $0)) } ?? 0
    }

    /// Returns the time to wait in whole milliseconds; `now` is in nanoseconds.
    package func waitMilliseconds(at now: Int64) -> Int32 { Int32(clamping: max(0, (due ?? now) - now) / 1_000_000) }

    /// Records that a line is sent now.
    package mutating func send(at now: Int64) { due = max(due ?? now, now - Self.catchUp) + interval }
}
