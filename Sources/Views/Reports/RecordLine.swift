package import JSON
package import Vocabulary

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
        writer.object {
            $0.member("topic", record.topic)
            $0.member("key", text: record.key)
            $0.member("headers") {
                $0.object {
                    for header in record.headers { $0.member(header.name, text: header.value) }
                }
            }
            if record.deadLetter != nil {
                $0.value(record.value ?? [])
            } else if let value = record.value {
                $0.member("value") { $0.raw(value) }
            } else {
                $0.member("value", text: nil)
            }
        }
    }
}
