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

    /// Under which the state keeps what belongs to a partition as a whole: before all connections, and the id of none.
    package static let ofPartition = Self(unchecked: [UInt8(ascii: "!")])

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the bytes by which the state names whose a value is.
    package init?(stored bytes: [UInt8]) {
        if bytes == Self.ofPartition.bytes { self = .ofPartition } else { self.init(bytes) }
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
