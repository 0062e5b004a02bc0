/// Which segments the state has around the days that a commit is about, listed once: what a commit asks for is many small
/// ranges of a few days, and each look at a store on disk costs more than what it finds.
struct Listing {
    /// The days that were listed.
    private var days: ClosedRange<Int32>?
    /// The places of segments on these days, ascending.
    private var places: [Place] = []

    /// The most days that are listed together, and asked for in one range.
    private static let daysMax = 16

    /// The places of segments that the state has within a range, ascending.
    mutating func places(
        in range: ClosedRange<Place>,
        of connection: ConnectionID,
        _ state: some State
    ) -> [Place] {
        let wanted = range.lowerBound.day...range.upperBound.day
        if wanted.count > Self.daysMax / 2 { return state.places(in: range, of: connection) }
        if !covers(wanted) { list(wanted, of: connection, state) }
        let first = places.partitioningIndex { $0 >= range.lowerBound }
        return Array(places[first...].prefix { $0 <= range.upperBound })
    }

    /// Whether the state has no such segment, as far as was listed.
    func lacks(_ place: Place) -> Bool {
        guard place.head >> 56 == UInt64(Place.Kind.segment.rawValue), covers(place.day...place.day) else {
            return false
        }
        let index = places.partitioningIndex { $0 >= place }
        return index == places.count || places[index] != place
    }

    private func covers(_ wanted: ClosedRange<Int32>) -> Bool {
        guard let days else { return false }
        return days.lowerBound <= wanted.lowerBound && wanted.upperBound <= days.upperBound
    }

    /// Lists the days and their neighbours, which are asked for next, with those that were listed if they are near.
    private mutating func list(_ wanted: ClosedRange<Int32>, of connection: ConnectionID, _ state: some State) {
        var wide = wanted.lowerBound - 2...wanted.upperBound + 2
        if let days {
            let both = min(days.lowerBound, wide.lowerBound)...max(days.upperBound, wide.upperBound)
            if both.count <= Self.daysMax { wide = both }
        }
        days = wide
        places = state.places(in: Place.range(.segment, days: wide), of: connection)
    }
}
