/// Bytes as the key of a dictionary.
///
/// An array of bytes is hashed byte by byte, which costs ten times as much.
package struct ByteString: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// A key of these bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Hashes the bytes as one piece.
    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
