import Health
package import JSON
import Observation

/// A refused record that was read back from where it came from, as far as it is needed.
package struct RefusedOriginal: Equatable {
    /// What of it is needed.
    package struct Need: Equatable {
        /// Its bytes, since they go as they were.
        package var value = false
        /// Elements that their letters do not have, by their pointers.
        package var paths: Set<String> = []

        package init() {}
    }

    let key: [UInt8]?
    /// The value as it was; nil when it is not needed, or was null.
    let value: [UInt8]?
    /// The members that say whose upload it is and when it was collected, as they stand in JSON; nil when it is no upload.
    let head: [UInt8]?
    /// The elements that are needed, by their pointers.
    let elements: [String: [UInt8]]

    /// Takes from a record what is needed of it.
    package init(key: [UInt8]?, value: [UInt8]?, need: Need, _ parser: inout Parser) {
        self.key = key
        self.value = need.value ? value : nil
        head = value.flatMap { Self.head($0, &parser) }
        // The parser still has what it has read last.
        elements = head == nil ? [:] : Self.elements(need.paths, value ?? [], parser)
    }

    private static func head(_ value: [UInt8], _ parser: inout Parser) -> [UInt8]? {
        guard let upload = try? parser.parse(value), upload.members != nil,
            let connection = upload.field("connection_id"), connection.text != nil,
            let collectedAt = upload.field("collected_at")
        else { return nil }
        var writer = Writer()
        writer.raw("\"connection_id\":")
        connection.write(into: &writer)
        writer.raw(",\"collected_at\":")
        collectedAt.write(into: &writer)
        for name in ["time_zone", "app_id", "user_id"] as [StaticString] {
            guard let field = upload.field(name) else { continue }
            writer.raw(",\"")
            writer.raw(name)
            writer.raw("\":")
            field.write(into: &writer)
        }
        return writer.bytes
    }

    private static func elements(
        _ paths: Set<String>,
        _ value: [UInt8],
        _ parser: borrowing Parser
    ) -> [String: [UInt8]] {
        var elements: [String: [UInt8]] = [:]
        for (list, name) in [(Refusal.List.samples, "samples" as StaticString), (.deleted, "deleted"), (.post, "post")]
        {
            let beginning = "/\(list.rawValue)/"
            let numbers = paths.filter { $0.hasPrefix(beginning) }.compactMap { Int($0.dropFirst(beginning.count)) }
                .filter { $0 >= 0 }.sorted()
            if numbers.isEmpty { continue }
            for (number, range) in zip(numbers, parser.ranges(of: numbers, in: name)) {
                elements["\(beginning)\(number)"] = Array(value[range])
            }
        }
        return elements
    }

    /// The same members where the upload is gone: whose it is, by the letter's key, and when somebody says it was collected.
    static func head(connection: [UInt8], collectedAtMilliseconds milliseconds: Int64) -> [UInt8] {
        var writer = Writer()
        writer.raw("\"connection_id\":")
        writer.string(String(decoding: connection, as: UTF8.self))
        writer.raw(",\"collected_at\":\"")
        writer.raw(Timestamp.bytes(unixMilliseconds: milliseconds))
        writer.raw("\"")
        return writer.bytes
    }
}
