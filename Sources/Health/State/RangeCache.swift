/// What was read of a connection's state, with what lies beside it: a commit asks for many state keys of a few days, and each
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

    /// The value that the state has under a state key, nil when there is none.
    mutating func value(at stateKey: StateKey, of connection: ConnectionID, _ state: some PartitionState) -> [UInt8]? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey), connection, state) else {
            return state.value(at: stateKey, of: connection)
        }
        guard let entry = windows[window].entries.entry(at: stateKey) else { return nil }
        return windows[window].entries.value(of: entry) ?? state.value(at: stateKey, of: connection)
    }

    /// The length of the value that the state has under a state key, nil when there is none.
    mutating func heldBytes(at stateKey: StateKey, of connection: ConnectionID, _ state: some PartitionState) -> Int? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey), connection, state) else {
            return state.value(at: stateKey, of: connection)?.count
        }
        return windows[window].entries.entry(at: stateKey)?.count
    }

    /// The state keys that the state has within a range of segments or published documents, ascending.
    mutating func stateKeys(
        in range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ state: some PartitionState
    ) -> [StateKey] {
        let days = range.lowerBound.day...range.upperBound.day
        guard let kind = range.lowerBound.kind, days.count <= Self.daysMax else {
            return state.stateKeys(in: range, of: connection)
        }
        var stateKeys: [StateKey] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            let first = max(range.lowerBound, StateKey.range(kind, days: day...day).lowerBound)
            let wanted = StateKey.range(kind, days: day...days.upperBound)
            guard let index = window(of: first, reading: wanted, connection, state) else {
                return state.stateKeys(in: range, of: connection)
            }
            let window = windows[index]
            let start = window.entries.entries.partitioningIndex { $0.stateKey >= first }
            if stateKeys.isEmpty { stateKeys.reserveCapacity(16) }
            for entry in window.entries.entries[start...] {
                if entry.stateKey > range.upperBound { break }
                stateKeys.append(entry.stateKey)
            }
            day = window.range.upperBound.day + 1
        }
        return stateKeys
    }

    /// The window that a state key lies in, read when it was not; nil for a state key that is read by itself.
    ///
    /// What other windows have of the range is not read again.
    private mutating func window(
        of stateKey: StateKey,
        reading range: ClosedRange<StateKey>?,
        _ connection: ConnectionID,
        _ state: some PartitionState
    ) -> Int? {
        let index = windows.partitioningIndex { $0.range.upperBound >= stateKey }
        if index < windows.count, windows[index].range.lowerBound <= stateKey { return index }
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

    /// What is read with a state key; nil for a state key that is read by itself.
    private static func neighbourhood(of stateKey: StateKey) -> ClosedRange<StateKey>? {
        switch stateKey.kind {
        case .header, .settings, .workouts: return head
        // While uploads are merged all that is read is held; samples mostly come for several streams of a day.
        case .segment: return StateKey.range(.segment, days: stateKey.day...stateKey.day)
        case .published where stateKey.isOfPublishedDay:
            return StateKey.range(.published, days: stateKey.day - 1...stateKey.day + 1)
        default: return nil
        }
    }
}
