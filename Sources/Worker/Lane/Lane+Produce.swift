import Health
import Kafka
import Store

/// Handing the records of a commit to the producer.
extension Lane {
    func produce() throws(KafkaError) {
        stateRecords = 0
        for (partition, outcome) in outcomes {
            do throws(KafkaError) {
                for record in outcome.records { try produce(record, of: partition) }
                for record in Changelog.records(of: outcome.changes) {
                    try send(topics.state, partition, record.key, record.value, [])
                    stateRecords += 1
                }
            } catch  where error.kind == .tooLarge || error.kind == .ofPartition {
                blame(partition, error.withAdvice)
            }
            if !blamed.isEmpty { return }
        }
    }

    private func produce(_ record: OutputRecord, of partition: Int32) throws(KafkaError) {
        guard record.kind == .deadLetter else {
            return try send(record.topic, record.partition, record.key, record.value, record.headers)
        }
        let longest = clients.longestDeadLetter
        guard let letter = record.shortened(to: longest) else {
            let needed = RecordBounds.bytes(of: record) - (record.key?.count ?? 0) - (record.value?.count ?? 0)
            return blame(partition, OutputTopics.tooSmall(record.topic, longest, needed: needed).reason)
        }
        try send(letter.topic, letter.partition, letter.key, letter.value, letter.headers)
    }

    func send(
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

extension OutputRecord {
    /// The same dead letter without its value, and then its key, if its topic does not take them; nil if that does not
    /// help.
    func shortened(to longest: Int) -> OutputRecord? {
        var letter = self
        if RecordBounds.bytes(of: letter) <= longest { return letter }
        letter.value = nil
        letter.headers.append(Header("fork-value-omitted", Array(String(value?.count ?? 0).utf8)))
        if RecordBounds.bytes(of: letter) <= longest { return letter }
        letter.key = nil
        letter.headers.append(Header("fork-key-omitted", Array(String(key?.count ?? 0).utf8)))
        return RecordBounds.bytes(of: letter) <= longest ? letter : nil
    }
}
