package import JSON

/// An item's metadata: the JSON object of its sample, and what was computed.
package struct Metadata {
    /// The sample's metadata as a JSON object with sorted keys, empty when there is none.
    package var sample: ArraySlice<UInt8> = []
    /// What was computed, by key; it counts where the sample has the same key.
    package var computed: [(key: String, value: Double, unit: String)] = []
    /// Codes, which are kept exactly, by key; they count as what was computed does.
    package var codes: [(key: String, value: Int64, unit: String)] = []

    /// What was computed, or a code: then the double is not looked at.
    private struct Member {
        let key: String
        let value: Double
        let code: Int64?
        let unit: String
    }

    package init() {}

    /// Whether there is nothing to show.
    package var isEmpty: Bool { sample.count <= 2 && computed.isEmpty && codes.isEmpty }

    /// Writes one JSON object with sorted keys.
    package func write(into writer: inout Writer) {
        if computed.isEmpty, codes.isEmpty {
            writer.raw(sample)
            return
        }
        var members = computed.map { Member(key: $0.key, value: $0.value, code: nil, unit: $0.unit) }
        members += codes.map { Member(key: $0.key, value: 0, code: $0.value, unit: $0.unit) }
        members.sort { $0.key < $1.key }
        var rest = members[...]
        var isFirst = true
        writer.raw("{")
        for member in MetadataMembers(sample) {
            while let next = rest.first, next.key.utf8.lexicographicallyPrecedes(member.key) {
                Self.write(next, isFirst: &isFirst, into: &writer)
                rest.removeFirst()
            }
            if let next = rest.first, next.key.utf8.elementsEqual(member.key) { continue }
            Self.separate(&isFirst, &writer)
            writer.raw(member.text)
        }
        for next in rest { Self.write(next, isFirst: &isFirst, into: &writer) }
        writer.raw("}")
    }

    private static func write(
        _ member: Member,
        isFirst: inout Bool,
        into writer: inout Writer
    ) {
        separate(&isFirst, &writer)
        writer.string(member.key)
        writer.raw(":{\"quantity\":")
        if let code = member.code { writer.number(code) } else { writer.number(member.value.clampedToFinite) }
        writer.raw(",\"unit\":")
        writer.string(member.unit)
        writer.raw("}")
    }

    private static func separate(_ isFirst: inout Bool, _ writer: inout Writer) {
        if !isFirst { writer.raw(",") }
        isFirst = false
    }
}

/// The members of a JSON object that the worker itself wrote, without spaces.
private struct MetadataMembers: Sequence, IteratorProtocol {
    private let object: ArraySlice<UInt8>
    private var at: Int

    init(_ object: ArraySlice<UInt8>) {
        self.object = object
        at = object.startIndex + 1
    }

    /// The next member: its key as it is written between the quotes, and its whole text.
    mutating func next() -> (key: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
        guard at < object.endIndex, object[at] == UInt8(ascii: "\"") else { return nil }
        let start = at
        skipString()
        let key = object[start + 1..<Swift.max(start + 1, at - 1)]
        var depth = 0
        while at < object.endIndex {
            switch object[at] {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                if depth == 0 {
                    defer { at += 1 }
                    return (key, object[start..<at])
                }
                if object[at] != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            at += 1
        }
        return nil
    }

    private mutating func skipString() {
        at += 1
        while at < object.endIndex, object[at] != UInt8(ascii: "\"") {
            at += object[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at = Swift.min(at + 1, object.endIndex)
    }
}
