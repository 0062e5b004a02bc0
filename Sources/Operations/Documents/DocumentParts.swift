import JSON

/// Joins the parts of a document that was too long for one record.
package enum DocumentParts {
    /// The parsed members of one part.
    private struct Part {
        /// All members in their order; some of them are also parsed into the properties below.
        var members: [JoinedItem.Member] = []
        var sources: [[UInt8]] = []
        var devices: [[UInt8]] = []
        var items: [JoinedItem] = []
        var userID: [UInt8]?
        var collectedAt: (text: [UInt8], number: Double) = ([], -.infinity)
    }

    /// Joins the parts of a document, which must be in order; a single part is returned unchanged.
    package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        guard let first = parts.first, parts.count > 1 else { return parts.first ?? [] }
        var parser = Parser()
        var read: [Part] = []
        for part in parts { if let part = Self.read(part, &parser) { read.append(part) } }
        guard var items = read.first?.items, !items.isEmpty, read.count == parts.count else { return first }
        for part in read.dropFirst() { JoinedItem.add(part.items, to: &items) }
        // An unchanged part keeps the time and user of an older upload. The part with the latest `collected_at` has the
        // current time and user.
        guard let newest = read.max(by: { $0.collectedAt.number < $1.collectedAt.number }) else { return first }
        var writer = Writer(capacity: parts.reduce(0) { $0 + $1.count })
        var isFirst = true
        writer.raw("{")
        for (key, value) in read[0].members {
            switch String(decoding: key, as: UTF8.self) {
            case "collected_at":
                if let userID = newest.userID { writer.member("user_id", userID, &isFirst) }
                writer.member("collected_at", newest.collectedAt.text, &isFirst)
            case "source":
                writer.member("source", list(read.map(\.sources)), &isFirst)
                let devices = list(read.map(\.devices))
                if devices.count > 2 { writer.member("device", devices, &isFirst) }
            case "data": writer.member("data", JoinedItem.array(items.map(\.text)), &isFirst)
            case "parts", "device", "user_id": break
            default: writer.member(key, value, &isFirst)
            }
        }
        writer.raw("}")
        return writer.bytes
    }

    private static func read(_ bytes: [UInt8], _ parser: inout Parser) -> Part? {
        guard let root = try? parser.parse(bytes), var members = root.members else { return nil }
        var part = Part()
        while let member = members.next() { part.members.append((member.key.bytes, member.value.written)) }
        part.sources = root.member("source")?.elements?.map { $0.written } ?? []
        part.devices = root.member("device")?.elements?.map { $0.written } ?? []
        part.userID = root.member("user_id")?.written
        if let collectedAt = root.member("collected_at") {
            part.collectedAt = (collectedAt.written, collectedAt.double ?? -.infinity)
        }
        part.items = root.member("data")?.elements?.map { JoinedItem($0) } ?? []
        return part
    }

    /// Returns one list for all parts: the list that every part repeats, or else the concatenation of their lists.
    private static func list(_ lists: [[[UInt8]]]) -> [UInt8] {
        let isRepeated = lists.allSatisfy { $0 == lists[0] }
        let elements = isRepeated ? lists[0] : lists.flatMap(\.self)
        return [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}

extension Writer {
    /// Writes a member of an object; the value must be JSON already.
    mutating func member(_ key: [UInt8], _ value: [UInt8], _ isFirst: inout Bool) {
        if !isFirst { raw(",") }
        isFirst = false
        string(key)
        raw(":")
        raw(value)
    }

    mutating func member(_ key: StaticString, _ value: [UInt8], _ isFirst: inout Bool) {
        member(key.withUTF8Buffer { unsafe Array($0) }, value, &isFirst)
    }
}
