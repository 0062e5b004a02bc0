package import JSON
import Observation
import Vocabulary

/// The needed data of a refused record, read back from its input topic.
package struct RefusedOriginal: Equatable {
    /// The data to read back.
    package struct Need: Equatable {
        /// Whether the value is needed, because it is sent unchanged.
        package var value = false
        /// The elements that the dead letters do not contain.
        package var pointers: Set<JSONPointer> = []

        package init() {}
    }

    let key: [UInt8]?
    /// The original value; nil if it is not needed, or if the record had none.
    let value: [UInt8]?
    /// The JSON members for connection and collection time; nil if the record is not an upload.
    let head: [UInt8]?
    /// The requested elements that the record contains.
    let elements: [JSONPointer: [UInt8]]

    /// Extracts the needed data from a record.
    package init(key: [UInt8]?, value: [UInt8]?, need: Need, _ parser: inout Parser) {
        self.key = key
        self.value = need.value ? value : nil
        head = value.flatMap { Self.head($0, &parser) }
        // The parser still holds the value that `head` has parsed.
        let ranges = head == nil ? [:] : parser.ranges(of: Array(need.pointers))
        elements = ranges.mapValues { Array((value ?? [])[$0]) }
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

    /// Writes the head of an upload that no longer exists, from the dead letter's key and a given collection time.
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
