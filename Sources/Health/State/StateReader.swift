package import Vocabulary

/// Reads the stored state of one connection for one commit, and caches ranges of adjacent values.
///
/// A commit needs many state keys of a few days, and a store lookup costs more than reading its value. So a range of
/// adjacent keys is read at once and cached.
package final class StateReader {
    package let connection: ConnectionID
    /// The first value that could not be read; if not nil, the commit must not be written.
    private(set) var unreadable: UnreadableValue?
    /// An existential is fast enough, because it is called only a few times per commit and each call reads a disk.
    private let state: any PartitionState
    /// The ranges that were read, ascending and without overlap.
    private var windows: [Window] = []

    private struct Window {
        let range: ClosedRange<StateKey>
        let entries: StateEntries
    }

    /// The maximum number of days of a range that is cached; longer ranges are scanned in the store.
    private static let daysMax = 8

    package init(_ connection: ConnectionID, of state: any PartitionState) {
        self.connection = connection
        self.state = state
    }

    /// Returns the stored value at a state key; nil if there is none.
    func value(at stateKey: StateKey) -> [UInt8]? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey)) else {
            return state.value(at: stateKey, of: connection)
        }
        guard let entry = windows[window].entries.entry(at: stateKey) else { return nil }
        return entry.value ?? state.value(at: stateKey, of: connection)
    }

    /// Returns the length of the stored value at a state key; nil if there is none.
    func heldBytes(at stateKey: StateKey) -> Int? {
        guard let window = window(of: stateKey, reading: Self.neighbourhood(of: stateKey)) else {
            return state.value(at: stateKey, of: connection)?.count
        }
        return windows[window].entries.entry(at: stateKey)?.count
    }

    /// Reads and decodes the value at a state key, and records the value as unreadable if it cannot be decoded.
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

    /// Records the first value that cannot be decoded, or that is missing although it must exist.
    func note(unreadable format: StateFormat, _ bytes: [UInt8]) {
        if unreadable == nil { unreadable = UnreadableValue(format, bytes, of: connection) }
    }

    /// Returns a change of the value at a state key.
    func change(_ stateKey: StateKey, to value: [UInt8]?) -> StateChange {
        change(stateKey, to: value, from: heldBytes(at: stateKey))
    }

    /// Returns a change of a value whose stored length is known.
    func change(_ stateKey: StateKey, to value: [UInt8]?, from heldBytes: Int?) -> StateChange {
        StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: heldBytes)
    }

    /// Calls `body` for all stored values within a range, in ascending order, without keeping them.
    func scan(_ range: ClosedRange<StateKey>, _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void) {
        state.scan(range, of: connection, body)
    }

    /// Returns the stored state keys within a range, ascending.
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

    /// Returns the index of the window that contains a state key, and reads it if needed; nil for a key read alone.
    ///
    /// If other windows cover a part of the range, that part is not read again.
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

    /// Returns the range to read together with a state key; nil for a key that is read alone.
    private static func neighbourhood(of stateKey: StateKey) -> ClosedRange<StateKey>? {
        let day = stateKey.day
        switch stateKey.kind {
        case .summary, .settings: return StateKey.ofConnection
        // A commit that needs the workouts of a day also needs the workouts of the next day.
        case .workouts: return StateKey.range(.workouts, days: day...(day == .max ? day : day + 1))
        // A day usually has samples of several streams, and samples of the previous day can continue into it.
        case .segment: return StateKey.range(.segment, days: (day == .min ? day : day - 1)...day)
        case .published where stateKey.isOfPublishedDay:
            return StateKey.range(.published, days: day - 1...day + 1)
        default: return nil
        }
    }
}
