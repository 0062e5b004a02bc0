import Health
import Kafka
import Store

/// Handing the records of a commit to the producer.
extension Lane {
    func produce() throws(KafkaError) {
        stateRecords = 0
        for index in outcomes.indices {
            let partition = outcomes[index].partition
            do throws(KafkaError) {
                for place in outcomes[index].outcome.records.indices {
                    try produce(outcomes[index].outcome.records[place], of: partition)
                    outcomes[index].outcome.records[place].letGo()
                }
                for change in outcomes[index].outcome.changes { try produce(change, of: partition) }
            } catch  where error.kind == .tooLarge || error.kind == .ofPartition {
                blame(partition, error.withAdvice)
            }
            if !blamed.isEmpty { return }
        }
    }

    private func produce(_ change: StateChange, of partition: Int32) throws(KafkaError) {
        for record in Changelog.records(of: change) {
            try send(topics.state, partition, record.key, record.value, [])
            stateRecords += 1
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
    /// Lets go of the bytes of a record that the producer has taken a copy of, so that the next copy finds their room; that
    /// it has a value is still counted.
    ///
    /// Whatever becomes of the transaction, nobody asks for them: what is given up is read and derived again.
    fileprivate mutating func letGo() {
        if value != nil { value = [] }
    }

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
