import Vocabulary

/// A group of state keys that is read at once: summary and settings, or one day's segments, documents or workouts.
struct StateGroup: Equatable {
    /// The kind and day of the state keys; 0 for summary and settings.
    private let head: UInt64

    /// The largest number of groups in a range that is served from the cache.
    private static let askedMax = 8

    /// Creates the group that contains a state key.
    init(_ stateKey: StateKey) { head = StateKey.ofConnection.contains(stateKey) ? 0 : stateKey.head >> 24 }

    private init(head: UInt64) { self.head = head }

    /// Returns the groups that form a range, ascending; nil if the range cuts a group, or contains too many groups.
    static func groups(in range: ClosedRange<StateKey>) -> [StateGroup]? {
        if range == StateKey.ofConnection { return [StateGroup(head: 0)] }
        let (first, last) = (StateGroup(range.lowerBound), StateGroup(range.upperBound))
        guard let kind = range.lowerBound.kind, [.segment, .published, .workouts].contains(kind),
            last.head >= first.head,
            last.head - first.head < UInt64(askedMax), range == first.range.lowerBound...last.range.upperBound
        else { return nil }
        return (first.head...last.head).map { StateGroup(head: $0) }
    }

    var range: ClosedRange<StateKey> {
        if head == 0 { return StateKey.ofConnection }
        return StateKey(head: head << 24)...StateKey(head: head << 24 | 0xFF_FFFF, high: .max, low: .max)
    }

    /// The day of the group; for summary and settings, the latest possible day.
    var day: Int32 { head == 0 ? .max : range.lowerBound.day }
}
