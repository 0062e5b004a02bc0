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
        var parser = Parser()
        if var shown = try? parser.parse(Array(sample)).members {
            while let member = shown.next() {
                let key = member.key.bytes
                while let next = rest.first, next.key.utf8.lexicographicallyPrecedes(key) {
                    Self.write(next, isFirst: &isFirst, into: &writer)
                    rest.removeFirst()
                }
                if let next = rest.first, next.key.utf8.elementsEqual(key) { continue }
                Self.separate(&isFirst, &writer)
                writer.string(member.key)
                writer.raw(":")
                member.value.writeCanonical(into: &writer)
            }
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
