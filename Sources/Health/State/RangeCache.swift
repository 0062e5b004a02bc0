/// What was read of a connection's state, with what lies beside it: a commit asks for many places of a few days, and each
/// look at a store on disk costs more than what it finds.
struct RangeCache {
    /// Places that were read together.
    private struct Window {
        let range: ClosedRange<StateKey>
        let entries: StateEntries
    }

    /// What was read, ascending, without overlap.
    private var windows: [Window] = []

    /// The most days that are asked for by day; a longer range is the state's own affair.
    private static let daysMax = 8
    /// What is known of a connection as a whole: needed by each commit.
    private static let head = StateKey(.header)...StateKey(.workouts)

    /// The value that the state has at a place, nil when there is none.
    mutating func value(at place: StateKey, of connection: ConnectionID, _ state: some PartitionState) -> [UInt8]? {
        guard let window = window(of: place, reading: Self.neighbourhood(of: place), connection, state) else {
            return state.value(at: place, of: connection)
        }
        guard let entry = windows[window].entries.entry(at: place) else { return nil }
        return windows[window].entries.value(of: entry) ?? state.value(at: place, of: connection)
    }

    /// The length of the value that the state has at a place, nil when there is none.
    mutating func heldBytes(at place: StateKey, of connection: ConnectionID, _ state: some PartitionState) -> Int? {
        guard let window = window(of: place, reading: Self.neighbourhood(of: place), connection, state) else {
            return state.value(at: place, of: connection)?.count
        }
        return windows[window].entries.entry(at: place)?.count
    }

    /// The places that the state has within a range of segments or published documents, ascending.
    mutating func places(
        in range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ state: some PartitionState
    ) -> [StateKey] {
        let days = range.lowerBound.day...range.upperBound.day
        guard let kind = range.lowerBound.kind, days.count <= Self.daysMax else {
            return state.places(in: range, of: connection)
        }
        var places: [StateKey] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            let first = max(range.lowerBound, StateKey.range(kind, days: day...day).lowerBound)
            let wanted = StateKey.range(kind, days: day...days.upperBound)
            guard let index = window(of: first, reading: wanted, connection, state) else {
                return state.places(in: range, of: connection)
            }
            let window = windows[index]
            let start = window.entries.entries.partitioningIndex { $0.place >= first }
            if places.isEmpty { places.reserveCapacity(16) }
            for entry in window.entries.entries[start...] {
                if entry.place > range.upperBound { break }
                places.append(entry.place)
            }
            day = window.range.upperBound.day + 1
        }
        return places
    }

    /// The window that a place lies in, read when it was not; nil for a place that is read by itself.
    ///
    /// What other windows have of the range is not read again.
    private mutating func window(
        of place: StateKey,
        reading range: ClosedRange<StateKey>?,
        _ connection: ConnectionID,
        _ state: some PartitionState
    ) -> Int? {
        let index = windows.partitioningIndex { $0.range.upperBound >= place }
        if index < windows.count, windows[index].range.lowerBound <= place { return index }
        guard var range, let kind = range.lowerBound.kind else { return nil }
        if index > 0, windows[index - 1].range.upperBound >= range.lowerBound {
            let day = windows[index - 1].range.upperBound.day + 1
            range = StateKey.range(kind, days: day...range.upperBound.day)
        }
        if index < windows.count, windows[index].range.lowerBound <= range.upperBound {
            let day = windows[index].range.lowerBound.day - 1
            range = StateKey.range(kind, days: range.lowerBound.day...day)
        }
        windows.insert(Window(range: range, entries: state.entries(in: range, of: connection)), at: index)
        return index
    }

    /// What is read with a place; nil for a place that is read by itself.
    private static func neighbourhood(of place: StateKey) -> ClosedRange<StateKey>? {
        switch place.kind {
        case .header, .settings, .workouts: return head
        // While uploads are merged all that is read is held; samples mostly come for several streams of a day.
        case .segment: return StateKey.range(.segment, days: place.day...place.day)
        case .published where place.isOfPublishedDay:
            return StateKey.range(.published, days: place.day - 1...place.day + 1)
        default: return nil
        }
    }
}
