import Health
import Kafka
import Store
import Vocabulary

/// What comes with a record beside its value is carried on byte for byte, or left out where it is malformed, and a wrong
/// key refuses the upload.
enum Headers {
    private static let upload = Array(
        """
        {"upload_id":"0F6E1B2C-1234-4A5B-8C9D-001122334455","connection_id":"conn-7","collected_at":735820041.7,\
        "samples":[{"id":"0F6E1B2C-1234-4A5B-8C9D-001122334456","type":"HKQuantityTypeIdentifierStepCount",\
        "start_date":735810041,"value":3,"unit":"count"},{"id":"?"}]}
        """.utf8
    )

    /// The bytes are the timestamp, how long the key is, the key, and the `traceparent`.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var unpacker = Unpacker(bytes)
        let timestamp = Int64(bitPattern: unpacker.word())
        let key = unpacker.byte() == 0 ? Array("conn-7".utf8) : unpacker.string()
        let trace = Array(bytes[unpacker.place...])
        var loop = World.loop(Rules())
        loop.add(
            .uploads,
            key: key,
            value: upload,
            timestampMilliseconds: timestamp % 2 == 0 ? timestamp : nil,
            traceparent: trace
        )
        let outcome = loop.commit()
        try expect(outcome.accounting.isBalanced, "a sample is not accounted for")
        try expect(!outcome.records.isEmpty, "the upload leaves no trace")
        let isWhole = outcome.accounting.uploadsRefused == 1
        try expect(isWhole || key == Array("conn-7".utf8), "an upload is taken under another key")
        for record in outcome.records {
            let carried = record.headers.last { $0.name == "traceparent" }?.value
            try expect(
                carried == (TraceParent.isWellFormed(trace) ? trace : nil),
                "a record does not carry the traceparent"
            )
            if record.deadLetter != nil { try expect(record.key == key, "a dead letter has another key") }
            let list = RecordHeaders(capacity: record.headers.count)
            for header in record.headers { unsafe list.add(header.name, header.value.span.bytes) }
        }
    }
}
