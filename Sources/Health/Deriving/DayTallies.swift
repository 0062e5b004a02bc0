/// What a commit's derivations read of one local day, kept from one window to the next: totals and summary need the same.
struct DayTallies {
    let day: Day
    /// The UTC days from which a sample can start on the day in any of the connection's zones.
    let days: ClosedRange<Int32>
    /// The UTC days from which a sample can have time on the day, as long as samples have been so far.
    private let reach: ClosedRange<Int32>
    /// The least midnight of the day in these zones, and a millisecond before the greatest of the next day.
    private let bounds: (start: Double, end: Double)
    private let sourcePriority: [String]
    /// The tallies of the streams that were asked for.
    private var tallies: [DataType: [DayTally]] = [:]

    /// A day as a connection's zones have it.
    init(_ day: Day, _ state: borrowing ConnectionState, sourcePriority: [String]) {
        self.day = day
        self.sourcePriority = sourcePriority
        guard let zones = state.zones, !zones.isEmpty else {
            days = day.days - 1...day.days + 1
            bounds = (Double(days.lowerBound) * Instant.day, Double(days.upperBound + 1) * Instant.day)
            reach = days.lowerBound - 1...days.upperBound
            return
        }
        var least = Double.infinity
        var greatest = -Double.infinity
        for zone in zones {
            let bounds = zone.bounds(of: day)
            least = min(least, bounds.start)
            // The bound itself is of the next day.
            greatest = max(greatest, bounds.end - 0.001)
        }
        let first = Instant.utcDay(least)
        days = first...max(first, Instant.utcDay(greatest))
        reach = Instant.utcDay(least - state.summary.longestSeconds)...days.upperBound
        bounds = (least, greatest)
    }

    /// The tallies of a stream's quantity samples.
    mutating func tallies(_ stream: DataType, in state: inout ConnectionState) -> [DayTally] {
        if let known = tallies[stream] { return known }
        // What starts before midnight can reach in, by as long as samples of the stream have been so far.
        let from = bounds.start - state.summary.longestSeconds(of: stream)
        let rows = state.rows(of: stream, from: from, to: bounds.end + 0.002)
        let made = DayTally.tallies(rows, day, pool: state.segments.pool, priority: sourcePriority)
        tallies[stream] = made
        return made
    }

    /// The tallies of all streams' quantity samples.
    mutating func tallies(in state: inout ConnectionState) -> [DayTally] {
        var all: [DayTally] = []
        for stream in state.streamsWithQuantities(days: reach) {
            all += tallies(stream, in: &state)
        }
        return all
    }
}
