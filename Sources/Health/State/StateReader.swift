/// Reads what the state has of one connection, for one commit.
///
/// A commit asks for many state keys of a few days, and each look at a store on disk costs more than what it finds: so what
/// lies beside a state key is read with it, and kept.
package final class StateReader {
    package let connection: ConnectionID
    /// The first value that was found and can't be read: then nothing may come of the commit.
    private(set) var unreadable: UnreadableValue?
    /// An existential: it is asked some times a commit, and each time reads a disk.
    private let state: any PartitionState
    /// What was read together, ascending, without overlap.
    private var windows: [Window] = []

    private struct Window {
        let range: ClosedRange<StateKey>
        let entries: StateEntries
    }

    /// The most days that are asked for by day; a longer range is the state's own affair.
    private static let daysMax = 8

    package init(_ connection: ConnectionID, of state: any PartitionState) {
        self.connection = connection
        self.state = state
    }

    /// The value that the state has under a state key, nil when there is none.
    func value(at stateKey: StateKey) -> [UInt8]? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey)) else {
            return state.value(at: stateKey, of: connection)
        }
        guard let entry = windows[window].entries.entry(at: stateKey) else { return nil }
        return entry.value ?? state.value(at: stateKey, of: connection)
    }

    /// The length of the value that the state has under a state key, nil when there is none.
    func heldBytes(at stateKey: StateKey) -> Int? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey)) else {
            return state.value(at: stateKey, of: connection)?.count
        }
        return windows[window].entries.entry(at: stateKey)?.count
    }

    /// The value under a state key as what it means, and its length; one that can't be read is noted.
    func read<Meaning>(
        _ format: StateFormat,
        at stateKey: StateKey,
        _ unpack: ([UInt8]) -> Meaning?
    ) -> (meaning: Meaning?, heldBytes: Int?) {
        guard let bytes = value(at: stateKey) else { return (nil, nil) }
        let meaning = unpack(bytes)
        if meaning == nil { note(unreadable: format, bytes) }
        return (meaning, bytes.count)
    }

    /// Takes note of a value that is there and was not understood, or is not there and must be.
    func note(unreadable format: StateFormat, _ bytes: [UInt8]) {
        if unreadable == nil { unreadable = UnreadableValue(format, bytes, of: connection) }
    }

    /// A change of what the state has under a state key.
    func change(_ stateKey: StateKey, to value: [UInt8]?) -> StateChange {
        change(stateKey, to: value, from: heldBytes(at: stateKey))
    }

    /// A change of what the state has under a state key, whose length there is known.
    func change(_ stateKey: StateKey, to value: [UInt8]?, from heldBytes: Int?) -> StateChange {
        StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: heldBytes)
    }

    /// Goes through all that the connection holds within a range, ascending, without keeping any of it.
    func scan(_ range: ClosedRange<StateKey>, _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void) {
        state.scan(range, of: connection, body)
    }

    /// The state keys that the state has within a range, ascending.
    func stateKeys(in range: ClosedRange<StateKey>) -> [StateKey] {
        let days = range.lowerBound.day...range.upperBound.day
        guard let kind = range.lowerBound.kind, kind == .segment || kind == .published, days.count <= Self.daysMax
        else {
            return state.stateKeys(in: range, of: connection)
        }
        var stateKeys: [StateKey] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            let first = max(range.lowerBound, StateKey.range(kind, days: day...day).lowerBound)
            let wanted = StateKey.range(kind, days: day...days.upperBound)
            guard let index = window(of: first, reading: wanted) else {
                return state.stateKeys(in: range, of: connection)
            }
            windows[index].entries.addStateKeys(from: first, through: range.upperBound, to: &stateKeys)
            day = windows[index].range.upperBound.day + 1
        }
        return stateKeys
    }

    /// The window that a state key lies in, read when it was not; nil for a state key that is read by itself.
    ///
    /// What other windows have of the range is not read again.
    private func window(of stateKey: StateKey, reading range: ClosedRange<StateKey>?) -> Int? {
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
        let day = stateKey.day
        switch stateKey.kind {
        case .summary, .settings: return StateKey.ofConnection
        // Who looks at a day's workouts looks at those of the next. Mostly there are none, which is kept in mind like any
        // other answer.
        case .workouts: return StateKey.range(.workouts, days: day...(day == .max ? day : day + 1))
        // Samples mostly come for several streams of a day, and what begins on the day before can reach into it.
        case .segment: return StateKey.range(.segment, days: (day == .min ? day : day - 1)...day)
        case .published where stateKey.isOfPublishedDay:
            return StateKey.range(.published, days: day - 1...day + 1)
        default: return nil
        }
    }
}
