import Health

/// State keys of a connection that are read together: the segments of a UTC day, the published documents or the workouts of
/// one, or what is known of the connection as a whole.
struct StateGroup: Equatable {
    /// Kind and day of its state keys; 0 for what is known of the connection as a whole.
    private let head: UInt64

    /// The most groups that are looked for one by one.
    private static let askedMax = 8

    /// The group that a state key is of.
    init(_ stateKey: StateKey) { head = StateKey.ofConnection.contains(stateKey) ? 0 : stateKey.head >> 24 }

    private init(head: UInt64) { self.head = head }

    /// The groups that make a range, ascending; nil for a range that cuts one, or has too many.
    static func groups(in range: ClosedRange<StateKey>) -> [StateGroup]? {
        if range == StateKey.ofConnection { return [StateGroup(head: 0)] }
        let (first, last) = (StateGroup(range.lowerBound), StateGroup(range.upperBound))
        guard let kind = range.lowerBound.kind, [.segment, .published, .workouts].contains(kind),
            last.head >= first.head,
            last.head - first.head < UInt64(askedMax), range == first.range.lowerBound...last.range.upperBound
        else { return nil }
        return (first.head...last.head).map { StateGroup(head: $0) }
    }

    /// All state keys that can be of the group.
    var range: ClosedRange<StateKey> {
        if head == 0 { return StateKey.ofConnection }
        return StateKey(head: head << 24)...StateKey(head: head << 24 | 0xFF_FFFF, high: .max, low: .max)
    }

    /// Its day; what is known of the connection as a whole is of the latest.
    var day: Int32 { head == 0 ? .max : range.lowerBound.day }
}
