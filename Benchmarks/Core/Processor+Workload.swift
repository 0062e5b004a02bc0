import Health
import Worker

extension Processor {
    /// One with the default rules and this machine's time zones.
    static func withDefaults() -> Processor {
        Processor(rules: Rules(), zones: ZoneTable(read: FileBytes.zoneReader(directory: nil)))
    }

    /// Adds an upload to a batch, as the record of its topic at this offset.
    mutating func add(_ upload: Workload.Upload, offset: Int64, to batch: inout Batch) {
        let place = RecordPlace(
            topic: .uploads,
            partition: 0,
            offset: offset,
            timestampMilliseconds: upload.timestampMilliseconds
        )
        add(place, key: upload.connection.span.bytes, value: upload.bytes.span.bytes, to: &batch)
    }
}
