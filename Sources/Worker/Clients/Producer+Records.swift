package import Kafka
package import Vocabulary

extension Producer {
    /// Adds a record to the open transaction.
    package func produce(_ record: OutputRecord) throws(KafkaError) {
        try produce(
            to: record.topic,
            record.partition,
            key: record.key,
            value: record.value,
            headers: record.headers
        )
    }

    /// Adds a record to the open transaction; if `partition` is nil, the key determines the partition.
    package func produce(
        to topic: String,
        _ partition: Int32?,
        key: [UInt8]?,
        value: [UInt8]?,
        headers: [OutputRecord.Header] = []
    ) throws(KafkaError) {
        let list = RecordHeaders(capacity: headers.count)
        for header in headers { unsafe list.add(header.name, header.value.span.bytes) }
        let keyBytes = unsafe key?.span.bytes
        let valueBytes = unsafe value?.span.bytes
        try produce(to: topic, partition: partition, key: keyBytes, value: valueBytes, headers: list)
    }
}
