package import Vocabulary

/// The kinds of rows of `fork.webhook-state`.
package enum RowKind: UInt8, CaseIterable, Sendable {
    /// The order of a connection's jobs, and whether the connection is off.
    case connection = 1
    /// The contents of a stored job.
    case job = 2
    /// The attempts and the due time of a job.
    case attempts = 3
    /// The index of jobs by host and due time.
    case due = 4
    /// The index of jobs by place, from which the age of the oldest job is read.
    case age = 5
    case progress = 6
    /// The bases of the partition's sequences.
    case bases = 7
    /// The pause of a host, for `dispatch list`.
    case host = 8
    /// The repair of the partition's rows, because an operator has adopted them.
    case repair = 9

    /// The version that this program writes, and the only one that it reads.
    package var version: UInt8 { 1 }

    /// The name of the kind in messages.
    package var words: String {
        switch self {
        case .connection: "state of a connection"
        case .job: "waiting job"
        case .attempts: "attempts of a job"
        case .due: "time of the next attempt"
        case .age: "time of a job"
        case .progress: "progress of the partition"
        case .bases: "bases of sequences"
        case .host: "pause of a host"
        case .repair: "repair of the partition"
        }
    }
}

/// The layout of state keys in `fork.webhook-state`; see the README.
extension StateKey {
    package init(_ kind: RowKind, host: HostKey = .none, due: Int64 = 0, place: Int64 = 0) {
        self.init(
            head: UInt64(kind.rawValue) << 56 | host.number,
            high: UInt64(max(0, due)),
            low: UInt64(max(0, place))
        )
    }

    /// The kind of the row; nil if this version does not define it.
    package var rowKind: RowKind? { RowKind(rawValue: UInt8(truncatingIfNeeded: head >> 56)) }
    /// The host of a `due` or `host` row.
    var host: HostKey { HostKey(number: head & HostKey.mask) }
    /// The due time of a `due` row.
    var due: Int64 { Int64(clamping: high) }
    /// The place of a job: the base of the partition plus the offset of the job's last record.
    package var place: Int64 { Int64(clamping: low) }

    /// Returns the range of all rows of a kind whose place is at least `first`.
    ///
    /// The kind must have no due time.
    package static func range(_ kind: RowKind, from first: Int64 = 0) -> ClosedRange<StateKey> {
        StateKey(kind, place: first)...StateKey(kind, place: .max)
    }

    /// Returns the keys of the `due` rows of a host, beginning at a due time and a place.
    static func range(dueAt host: HostKey, from due: Int64 = 0, place: Int64 = 0) -> ClosedRange<StateKey> {
        StateKey(.due, host: host, due: due, place: place)...StateKey(.due, host: host, due: .max, place: .max)
    }

    /// Returns the range of all rows of a kind whose host number is at least that of a host.
    static func range(_ kind: RowKind, fromHost host: HostKey) -> ClosedRange<StateKey> {
        StateKey(kind, host: host)...StateKey(kind, host: HostKey(number: HostKey.mask), due: .max, place: .max)
    }
}

/// The number of a host: a hash of 48 bits of scheme, name and port.
///
/// Two hosts with the same number would share limits and pauses. The probability of this among 10,000 hosts is 1 in 5
/// million.
package struct HostKey: Hashable, Sendable {
    static let mask: UInt64 = 0xFFFF_FFFF_FFFF
    /// The number for jobs whose host is unknown, or that need no request.
    package static let none = HostKey(number: 0)

    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// Creates the number of an origin such as `https://hooks.example.org:443`.
    package init(origin: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in origin.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        number = max(1, mixed >> 16)
    }
}
