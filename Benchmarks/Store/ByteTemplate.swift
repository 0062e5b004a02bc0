import Randomness
import Vocabulary

/// Bytes with holes.
///
/// The names and ids of each connection are filled into the holes, and all other bytes are copied.
struct ByteTemplate {
    private let bytes: [UInt8]
    /// The offsets of names as 36 characters, each with the index of the name.
    private var names: [(offset: Int, name: Int)] = []
    /// The offsets of ids as 36 characters.
    private var texts: [Int] = []
    /// The offsets of ids as 16 bytes.
    private var ids: [Int] = []
    /// The offsets of hashes as 8 bytes.
    private var hashes: [Int] = []

    /// Creates a template from JSON, with a hole for each known name and for each other id.
    init(json bytes: [UInt8], names known: [String]) {
        self.bytes = bytes
        for (offset, text) in Self.uuids(bytes) {
            if let name = known.firstIndex(of: text) { names.append((offset, name)) } else { texts.append(offset) }
        }
    }

    /// Creates a template from a packed value.
    ///
    /// The holes are the known names, the ids of the given samples, and the hash in the last 8 bytes if `endsWithHash`.
    init(packed bytes: [UInt8], names known: [String], ids samples: Set<UUID128>, endsWithHash: Bool) {
        self.bytes = bytes
        for (offset, text) in Self.uuids(bytes) {
            if let name = known.firstIndex(of: text) { names.append((offset, name)) }
        }
        var at = 0
        while at + 16 <= bytes.count {
            let isID = samples.contains(Self.id(bytes, at))
            if isID { ids.append(at) }
            at += isID ? 16 : 1
        }
        if endsWithHash, bytes.count >= 8 { hashes.append(bytes.count - 8) }
    }

    /// Returns the bytes with the given names, and with random ids and hashes.
    func filled(_ own: [[UInt8]], _ draw: inout SeededRandom) -> [UInt8] {
        var copy = bytes
        var text: [UInt8] = []
        copy.withUnsafeMutableBytes { copy in
            for (offset, name) in names { copy[offset..<offset + 36].copyBytes(from: own[name]) }
            for offset in texts {
                text.removeAll(keepingCapacity: true)
                UUID128(hi: draw.next(), lo: draw.next()).append(to: &text)
                copy[offset..<offset + 36].copyBytes(from: text)
            }
            for offset in ids {
                copy.storeBytes(of: draw.next(), toByteOffset: offset, as: UInt64.self)
                copy.storeBytes(of: draw.next(), toByteOffset: offset + 8, as: UInt64.self)
            }
            for offset in hashes { copy.storeBytes(of: draw.next(), toByteOffset: offset, as: UInt64.self) }
        }
        return copy
    }

    /// Returns all UUIDs that are written as text, with their offsets.
    static func uuids(_ bytes: [UInt8]) -> [(offset: Int, text: String)] {
        let hyphen = UInt8(ascii: "-")
        var found: [(offset: Int, text: String)] = []
        var at = 0
        while at + 36 <= bytes.count {
            if bytes[at + 8] == hyphen, bytes[at + 13] == hyphen, bytes[at + 18] == hyphen, bytes[at + 23] == hyphen {
                let text = String(decoding: bytes[at..<at + 36], as: UTF8.self)
                if UUID128(text) != nil {
                    found.append((at, text))
                    at += 36
                    continue
                }
            }
            at += 1
        }
        return found
    }

    private static func id(_ bytes: [UInt8], _ at: Int) -> UUID128 {
        bytes.withUnsafeBytes {
            UUID128(
                hi: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self),
                lo: $0.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
            )
        }
    }
}
