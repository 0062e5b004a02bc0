package import Health
package import JSON

/// Formats a record as one line of JSON.
package enum RecordLine {
    /// Returns a record as `transform` prints it.
    package static func bytes(_ record: OutputRecord) -> [UInt8] {
        var writer = Writer(capacity: (record.value?.count ?? 0) + 512)
        write(record, into: &writer)
        return writer.bytes
    }

    /// Writes a record as `transform` prints it.
    package static func write(_ record: OutputRecord, into writer: inout Writer) {
        writer.raw("{\"topic\":")
        writer.string(record.topic)
        writer.raw(",\"key\":")
        if let key = record.key { writer.string(key) } else { writer.raw("null") }
        writer.raw(",\"headers\":{")
        for (index, header) in record.headers.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(header.name)
            writer.raw(":")
            writer.string(header.value)
        }
        writer.raw("},")
        guard record.kind == .deadLetter else {
            writer.raw("\"value\":")
            if let value = record.value { writer.raw(value) } else { writer.raw("null") }
            writer.raw("}")
            return
        }
        Base64.writeValue(record.value ?? [], into: &writer)
        writer.raw("}")
    }
}
