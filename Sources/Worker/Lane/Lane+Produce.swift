import Health
import Kafka
import Store

/// Handing the records of a commit to the producer.
extension Lane {
    func produce() throws(KafkaError) {
        stateRecords = 0
        for (partition, outcome) in outcomes {
            for record in outcome.records { try produce(record) }
            for record in Changelog.records(of: outcome.changes) {
                try send(topics.state, partition, record.key, record.value, [])
                stateRecords += 1
            }
        }
    }

    private func produce(_ record: OutputRecord) throws(KafkaError) {
        guard record.kind == .deadLetter else {
            return try send(record.topic, record.partition, record.key, record.value, record.headers)
        }
        if RecordBounds.bytes(of: record) <= clients.limits.longestDeadLetter {
            do throws(KafkaError) {
                return try send(record.topic, record.partition, record.key, record.value, record.headers)
            } catch  where error.verdict == .tooLarge {
                // Settings given by name may allow less than the topic does.
            }
        }
        let size = Array(String(record.value?.count ?? 0).utf8)
        let headers = record.headers + [OutputRecord.Header("fork-value-omitted", size)]
        try send(record.topic, record.partition, record.key, nil, headers)
    }

    private func send(
        _ topic: String,
        _ partition: Int32?,
        _ key: [UInt8]?,
        _ value: [UInt8]?,
        _ headers: [OutputRecord.Header]
    ) throws(KafkaError) {
        let list = RecordHeaders(capacity: headers.count)
        for header in headers { unsafe list.add(header.name, header.value.span.bytes) }
        let keyBytes = unsafe key?.span.bytes
        let valueBytes = unsafe value?.span.bytes
        try producer?.produce(to: topic, partition: partition, key: keyBytes, value: valueBytes, headers: list)
    }
}
