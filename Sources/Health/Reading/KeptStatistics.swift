import JSON

/// Statistics that can't be shown as numbers: they stand in the metadata beside them as they came.
struct KeptStatistics {
    /// The names of members of the metadata, and the JSON of the statistics, ascending by name.
    private var members: [(name: [UInt8], json: String)] = []

    private static let prefix = Array("statistics.".utf8)

    /// Adds the statistics of a key; keys come in ascending order.
    mutating func append(_ key: Text, _ value: Value) {
        var writer = Writer()
        value.writeCanonical(into: &writer, keepsNulls: false)
        members.append((Self.prefix + key.bytes, String(decoding: writer.bytes, as: UTF8.self)))
    }

    /// Adds the members to metadata, a JSON object with sorted keys or nothing; they replace members of the same name.
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
