import Health
import Kafka
import Store
import System

/// Handing the records of a commit to the producer.
extension Lane {
    func produce() throws(KafkaError) {
        for index in outcomes.indices {
            let partition = outcomes[index].partition
            try produce(&outcomes[index].outcome, of: partition) { _ in true }
            if !blamed.isEmpty { return }
        }
    }

    /// Hands over what a commit under way has derived of a partition so far, until something stands in the way: the rest of the
    /// commit then waits until all of it is derived.
    ///
    /// - Returns: Why the producer did not take a record, if that was it.
    func handOver(_ outcome: inout Outcome, of partition: Int32) -> KafkaError? {
        guard isHandingOver else { return nil }
        // A producer whose queue is full waits, and however many connections there are: the lane goes on.
        status.live(at: clocks.steadyMilliseconds())
        do throws(KafkaError) {
            isHandingOver = try status.asking { () throws(KafkaError) in
                try produce(&outcome, of: partition) { outputTopics.takes($0) }
            }
        } catch {
            isHandingOver = false
            return error
        }
        // Reports of what has arrived make room.
        producer?.poll(timeoutMilliseconds: 0)
        return nil
    }

    /// Hands over what is not yet, as far as its topics take it; a record that the producer will never take is the fault of the
    /// partition that it comes of.
    ///
    /// - Returns: Whether all of it is handed over.
    @discardableResult
    private func produce(
        _ outcome: inout Outcome,
        of partition: Int32,
        ifTaken isTaken: (borrowing OutputRecord) -> Bool
    ) throws(KafkaError) -> Bool {
        do throws(KafkaError) {
            for place in outcome.records.indices.dropFirst(outcome.handedOver.records) {
                guard isTaken(outcome.records[place]) else { return false }
                try produce(outcome.records[place], of: partition)
                outcome.records[place].letGo()
                outcome.handedOver.records += 1
            }
            for change in outcome.changes.dropFirst(outcome.handedOver.changes) {
                // Who reads the changelog knows by this that the connection was forgotten, though it has begun anew since.
                if change.isOfSummary, change.value != nil, outcome.forgotten.contains(change.connection) {
                    try produce(change.removed, of: partition)
                }
                try produce(change, of: partition)
                outcome.handedOver.changes += 1
            }
        } catch  where error.kind == .tooLarge || error.kind == .ofPartition {
            blame(partition, error.withAdvice)
        }
        return blamed.isEmpty
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

extension StateChange {
    fileprivate var isOfSummary: Bool { stateKey == StateKey(.summary) }

    /// The change that removes what this one changes.
    fileprivate var removed: StateChange {
        StateChange(connection: connection, stateKey: stateKey, value: nil, heldBytes: heldBytes ?? 0)
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
