/// The id of a connection: the bytes of a name that `[A-Za-z0-9_-]{1,200}` matches, so that it can be part of a topic's
/// name.
package struct ConnectionID: Hashable, Comparable, Sendable {
    /// The name in UTF-8, which for these characters is ASCII.
    package let bytes: [UInt8]

    /// Takes the bytes when they are a well-formed id.
    package init?(_ bytes: [UInt8]) {
        guard (1...200).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.bytes = bytes
    }

    /// The name as text.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Hashes the bytes as one piece.
    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// Where a value lies in the state of one connection: 24 bytes that order as their encoding does.
package struct StateKey: Hashable, Comparable, Sendable {
    /// Kind, day, stream and hour; see `StateKey+Kinds.swift`.
    package let head: UInt64
    /// The upper half of an id, or 0.
    package let high: UInt64
    /// The lower half of an id, or 0.
    package let low: UInt64

    /// A state key from its three words.
    package init(head: UInt64, high: UInt64 = 0, low: UInt64 = 0) {
        self.head = head
        self.high = high
        self.low = low
    }

    /// Ascending by head, then id: the order of the big-endian encoding.
    package static func < (left: Self, right: Self) -> Bool {
        (left.head, left.high, left.low) < (right.head, right.high, right.low)
    }
}

/// What the core reads of the state of one partition.
///
/// Implemented in memory and by RocksDB; a commit's own changes lie over it until they are written.
package protocol PartitionState {
    /// The value under a state key of a connection, nil when there is none.
    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]?
    /// Goes through all that a connection holds within a range, ascending: dearer than to read a value, much cheaper than
    /// to read each of them. The values are lent.
    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    )
}

extension PartitionState {
    /// The state keys of a connection that hold a value, within a range, ascending.
    package func stateKeys(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> [StateKey] {
        var stateKeys: [StateKey] = []
        scan(range, of: connection) { stateKey, _ in stateKeys.append(stateKey) }
        return stateKeys
    }

    /// All that a connection holds within a range.
    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        var entries = StateEntries()
        scan(range, of: connection) { entries.append($0, $1) }
        return entries
    }
}

/// One change of state that a commit brings: to be written to the changelog in the commit's transaction, and to the
/// store after it.
package struct StateChange: Sendable, Equatable {
    package let connection: ConnectionID
    package let stateKey: StateKey
    /// The new value, nil when there is none from now on.
    package let value: [UInt8]?
    /// The length of the value that the state holds there, nil when it holds none: what it took of the changelog beyond
    /// the new value must be taken away.
    package let heldBytes: Int?

    /// A change from its parts.
    package init(connection: ConnectionID, stateKey: StateKey, value: [UInt8]?, heldBytes: Int?) {
        self.connection = connection
        self.stateKey = stateKey
        self.value = value
        self.heldBytes = heldBytes
    }
}
