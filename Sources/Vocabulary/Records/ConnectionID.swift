/// The id of a connection, which matches `[A-Za-z0-9_-]{1,200}` so that it can be part of a topic name.
package struct ConnectionID: Hashable, Comparable, Sendable {
    /// The id in ASCII.
    package let bytes: [UInt8]

    /// Creates an id; nil if the bytes are not a well-formed id.
    package init?(_ bytes: [UInt8]) {
        guard (1...200).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.bytes = bytes
    }

    /// The owner of partition-wide values in the state; it sorts before all connections and is not a valid id.
    package static let ofPartition = Self(unchecked: [UInt8(ascii: "!")])

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Decodes an id that the state stores, including `ofPartition`.
    package init?(stored bytes: [UInt8]) {
        if bytes == Self.ofPartition.bytes { self = .ofPartition } else { self.init(bytes) }
    }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Hashes all bytes at once, which is faster than one by one.
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
