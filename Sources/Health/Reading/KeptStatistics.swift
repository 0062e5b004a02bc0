import JSON

/// Statistics of a workout that cannot be shown as numbers, and are added to the metadata as uploaded.
struct KeptStatistics {
    /// The names of the metadata members with the statistics as JSON, ascending by name.
    private var members: [(name: [UInt8], json: String)] = []

    private static let prefix = Array("statistics.".utf8)

    /// Adds the statistics of a key; keys must be added in ascending order.
    mutating func append(_ key: Text, _ value: Value) {
        var writer = Writer()
        value.writeCanonical(into: &writer, keepsNulls: false)
        members.append((Self.prefix + key.bytes, String(decoding: writer.bytes, as: UTF8.self)))
    }

    /// Adds the members to a JSON object with sorted keys or to empty text, and replaces members with the same names.
    func add(to metadata: inout [UInt8]) {
        if members.isEmpty { return }
        var rest = members[...]
        var writer = Writer(capacity: metadata.count + 64)
        var parser = Parser()
        writer.raw("{")
        var isFirst = true
        func separate() {
            if !isFirst { writer.raw(",") }
            isFirst = false
        }
        func write(_ member: (name: [UInt8], json: String)) {
            separate()
            writer.string(String(decoding: member.name, as: UTF8.self))
            writer.raw(":{\"quantity\":0,\"unit\":")
            writer.string(member.json)
            writer.raw("}")
        }
        if !metadata.isEmpty, var shown = try? parser.parse(metadata).members {
            while let member = shown.next() {
                let key = member.key.bytes
                while let next = rest.first, next.name.lexicographicallyPrecedes(key) {
                    write(next)
                    rest.removeFirst()
                }
                if let next = rest.first, next.name == key { continue }
                separate()
                writer.string(member.key)
                writer.raw(":")
                member.value.writeCanonical(into: &writer)
            }
        }
        for next in rest { write(next) }
        writer.raw("}")
        metadata = writer.bytes
    }
}
