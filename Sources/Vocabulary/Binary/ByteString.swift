/// Bytes as the key of a dictionary.
///
/// `[UInt8]` hashes and compares byte by byte, which is ten times slower.
package struct ByteString: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    package static func == (left: Self, right: Self) -> Bool { left.isEqual(to: right.bytes.span) }

    /// Compares the bytes with others, eight at a time.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard bytes.count == other.count else { return false }
        return unsafe bytes.withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                var place = 0
                while place &+ 8 <= left.count {
                    let word = unsafe left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    guard unsafe word == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else {
                        return false
                    }
                    place &+= 8
                }
                while place < left.count {
                    guard unsafe left[place] == right[place] else { return false }
                    place &+= 1
                }
                return true
            }
        }
    }
}

extension Span<UInt8> {
    package var copied: [UInt8] {
        unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }
}
