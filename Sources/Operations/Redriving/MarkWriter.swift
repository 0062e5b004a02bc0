import Kafka
import Vocabulary
import Webhooks
import Worker

/// Writes markers and redriven records in one transaction, so that each dead letter is redriven at most once.
///
/// All processes that change the same dead-letter topic share one transactional id. Read markers only after the writer
/// was created.
struct MarkWriter: ~Copyable {
    private let writer: TransactionWriter
    private let topic: String

    /// Fences any other writer of these markers and aborts its open transaction.
    init(_ cluster: Cluster, of owner: StateOwner = .worker) throws(OperationError) {
        let topics = [cluster.topics.deadLetters(of: owner)] + cluster.topics.refusing(owner)
        let id = "\(cluster.groupID).dead-letters"
        writer = try TransactionWriter(cluster, as: id, to: topics)
        topic = cluster.topics.deadLetters(of: owner)
    }

    /// Loads the metadata of the topics.
    func warmUp(_ topics: [String]) throws(OperationError) { try writer.warmUp(topics) }

    /// Writes all changes in one transaction.
    ///
    /// If a record is too long, each change gets its own transaction.
    ///
    /// - Returns: The changes that were not written, because a record is too long for its topic.
    func commit(_ changes: [LetterChange]) throws(OperationError) -> [LetterChange] {
        if changes.isEmpty { return [] }
        if try attempt(changes) { return [] }
        if changes.count == 1 { return changes }
        var unfit: [LetterChange] = []
        for change in changes where try !attempt([change]) { unfit.append(change) }
        return unfit
    }

    /// Returns whether the transaction was committed; false if a record was too long.
    private func attempt(_ changes: [LetterChange]) throws(OperationError) -> Bool {
        let ending = try writer.commit { writer throws(KafkaError) in
            for change in changes { try produce(change, writer) }
        }
        switch ending {
        case .committed: return true
        case .tooLong: return false
        case .fenced:
            throw OperationError(
                "another process has begun to redrive or park dead letters of \(topic), or a transaction took too long: "
                    + "uncommitted changes are undone"
            )
        }
    }

    private func produce(_ change: LetterChange, _ writer: borrowing TransactionWriter) throws(KafkaError) {
        if let record = change.record {
            let headers = RecordHeaders(capacity: 4)
            headers.add(RedriveCount.header, record.redrive.text)
            // Workers compare this time with the forget time, so forgotten data is not brought back.
            if let time = record.originalMilliseconds { headers.add(OriginalTimestamp.header, String(time)) }
            if let sequence = record.sequence { headers.add(SequenceHeader.name, String(sequence)) }
            if let traceparent = record.traceparent { headers.add("traceparent", traceparent.span.rawBytes) }
            try writer.produce(
                to: record.topic,
                record.partition,
                key: record.key,
                value: record.value,
                headers: headers
            )
        }
        guard let name = change.state.header else { return }
        for letter in change.letters {
            let headers = RecordHeaders(capacity: 1)
            headers.add(name, letter.description)
            try writer.produce(to: topic, letter.partition, key: change.key, value: nil, headers: headers)
        }
    }
}
