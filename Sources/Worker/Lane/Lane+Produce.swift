import Health
import Kafka
import Observation
import Store
import System
package import Vocabulary

/// Handing the records of a commit to the producer.
extension Lane {
    func produce() throws(KafkaError) {
        for index in commit.outcomes.indices {
            let partition = commit.outcomes[index].partition
            try produce(&commit.outcomes[index].outcome, of: partition) { _ in true }
            if !obstacles.isEmpty { return }
        }
    }

    /// Hands over the records of a partition that the current commit has derived so far.
    ///
    /// If a topic is not checked yet, the remaining records wait until the whole commit is derived. If the outcome must
    /// not be published, nothing more is handed over in this commit.
    ///
    /// - Returns: The error with which the producer refused a record, or nil.
    func handOver(_ outcome: inout Outcome, of partition: Int32) -> KafkaError? {
        guard cycle.handsOver else { return nil }
        if outcome.broken != nil {
            cycle.handoverBlocked()
            blame(partition, for: outcome)
            return nil
        }
        // Handing over can take long while the producer's queue is full, so report that the lane is not stuck.
        status.live(at: clocks.steadyMilliseconds())
        do throws(KafkaError) {
            let isDone = try status.asking { () throws(KafkaError) in
                try produce(&outcome, of: partition) { outputTopics.takes($0) }
            }
            if !isDone { cycle.handoverBlocked() }
        } catch {
            cycle.handoverBlocked()
            return error
        }
        // Polling serves delivery reports, which free space in the queue.
        producer?.poll(timeoutMilliseconds: 0)
        return nil
    }

    /// Produces the remaining records, up to the first record for which `isTaken` returns false.
    ///
    /// If the producer can never accept a record, the partition of the record fails.
    ///
    /// - Returns: Whether all records were handed over.
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
                let next = place + 1 < outcome.records.count ? outcome.records[place + 1] : nil
                noteTail(outcome.records[place], of: partition, before: next)
                outcome.records[place].freeValue()
                outcome.handedOver.records += 1
            }
            for change in outcome.changes.dropFirst(outcome.handedOver.changes) {
                // If a connection is erased and opened again in one commit, the tombstone shows the erasure to a later
                // restore.
                if change.isOfSummary, change.value != nil, outcome.forgotten.contains(change.connection) {
                    try produce(change.removed, of: partition)
                }
                try produce(change, of: partition)
                outcome.handedOver.changes += 1
            }
        } catch  where error.kind == .tooLarge || error.kind == .ofPartition {
            obstacles.blame(partition, Reason(.outputRefused, error.withAdvice))
        }
        return obstacles.isEmpty
    }

    func produce(_ change: StateChange, of partition: Int32) throws(KafkaError) {
        for record in Changelog.records(of: change) {
            try producer?.produce(to: topics.state, partition, key: record.key, value: record.value)
            states.changelogRecords += 1
        }
    }

    private func produce(_ record: OutputRecord, of partition: Int32) throws(KafkaError) {
        guard record.deadLetter != nil else {
            try producer?.produce(record)
            return
        }
        let longest = clients.longestDeadLetter
        guard let letter = record.shortened(to: longest) else {
            let needed = RecordBounds.bytes(of: record) - (record.key?.count ?? 0) - (record.value?.count ?? 0)
            let fault = OutputTopics.tooSmall(record.topic, longest, needed: needed)
            return obstacles.blame(partition, Reason(.outputRefused, fault.reason))
        }
        try producer?.produce(letter)
    }
}

extension StateChange {
    fileprivate var isOfSummary: Bool { stateKey == StateKey(.summary) }

    /// A tombstone for the key of this change.
    fileprivate var removed: StateChange {
        StateChange(connection: connection, stateKey: stateKey, value: nil, heldBytes: heldBytes ?? 0)
    }
}

extension OutputRecord {
    /// Frees the value, because the producer has copied it; the value of a tombstone stays nil.
    ///
    /// The value is not needed after an abort, because the input is then read and derived again.
    fileprivate mutating func freeValue() {
        if value != nil { value = [] }
    }

    /// Returns the dead letter without its value, or without value and key, so that it fits the limit.
    ///
    /// Returns the record unchanged if it fits or is not a dead letter; nil if the shortened dead letter does not fit.
    package func shortened(to longest: Int) -> OutputRecord? {
        guard var letter = deadLetter, RecordBounds.bytes(of: self) > longest else { return self }
        var record = self
        record.value = nil
        letter.omittedValueBytes = letter.omittedValueBytes ?? value?.count ?? 0
        record.kind = .deadLetter(letter)
        if RecordBounds.bytes(of: record) <= longest { return record }
        record.key = nil
        letter.omittedKeyBytes = key?.count ?? 0
        record.kind = .deadLetter(letter)
        return RecordBounds.bytes(of: record) <= longest ? record : nil
    }
}
