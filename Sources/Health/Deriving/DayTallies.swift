import Vocabulary

/// The tallies of one local day, which the totals and the summary of the day share.
struct DayTallies {
    let day: Day
    /// The UTC days on which a sample of this local day can start, in any of the connection's zones.
    let days: ClosedRange<Int32>
    /// The UTC days on which samples that overlap this local day can start.
    private let reach: ClosedRange<Int32>
    /// The earliest start of the day in the connection's zones, and the latest end minus one millisecond.
    private let bounds: (start: Double, end: Double)
    private let sourcePriority: [String]
    /// The tallies computed so far, by stream.
    private var tallies: [DataType: [DayTally]] = [:]

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
            // The end itself belongs to the next day.
            greatest = max(greatest, bounds.end - 0.001)
        }
        let first = Instant.utcDay(least)
        days = first...max(first, Instant.utcDay(greatest))
        reach = Instant.utcDay(least - state.summary.longestSeconds)...days.upperBound
        bounds = (least, greatest)
    }

    /// Returns the tallies of a stream's quantity samples.
    mutating func tallies(_ stream: DataType, in state: inout ConnectionState) -> [DayTally] {
        if let known = tallies[stream] { return known }
        // Samples that start before the day can overlap it. No sample of the stream is longer than the longest known
        // duration.
        let from = bounds.start - state.summary.longestSeconds(of: stream)
        let rows = state.rows(of: stream, from: from, to: bounds.end + 0.002)
        let made = DayTally.tallies(rows, day, pool: state.segments.pool, priority: sourcePriority)
        tallies[stream] = made
        return made
    }

    /// Returns the tallies of the quantity samples of all streams.
    mutating func tallies(in state: inout ConnectionState) -> [DayTally] {
        var all: [DayTally] = []
        for stream in state.streamsWithQuantities(days: reach) {
            all += tallies(stream, in: &state)
        }
        return all
    }
}
