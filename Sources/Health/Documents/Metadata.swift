package import JSON

/// An item's metadata: the metadata of its sample, and computed values.
package struct Metadata {
    /// The sample's metadata as a JSON object with sorted keys; empty if there is none.
    package var sample: ArraySlice<UInt8> = []
    /// Computed values, which replace the sample's values with the same keys.
    package var computed: [(key: String, value: Double, unit: String)] = []
    /// Computed integers, which must stay exact; they also replace the sample's values with the same keys.
    package var codes: [(key: String, value: Int64, unit: String)] = []

    /// A computed value, or a computed integer in `code`, for which `value` is ignored.
    private struct Member {
        let key: String
        let value: Double
        let code: Int64?
        let unit: String
    }

    package init() {}

    package var isEmpty: Bool { sample.isEmpty && computed.isEmpty && codes.isEmpty }

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
        if !sample.isEmpty {
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
