import Health
import Kafka
import Observation
import Vocabulary

/// Detection of recreated document topics, by the last written documents that the state contains.
extension Lane {
    /// Adds the last documents of the transaction to the state, and republishes all documents of recreated topics.
    ///
    /// The offsets of documents are known only after delivery, so these state changes come last in the transaction.
    func noteDocumentLogs() throws(KafkaError) {
        if tails.isEmpty || options.isEmbedded { return }
        try producer?.deliver(timeoutMilliseconds: Self.callMilliseconds)
        // If the transaction has failed, the next call throws the error.
        guard producer?.deliveryFailure == nil, producer?.unsent == 0 else { return }
        let spans = producer?.deliveredSpans ?? [:]
        let replaced = try replacedLogs(spans)
        if !obstacles.isEmpty { return }
        let byPartition = Dictionary(grouping: tails, by: \.value.partition)
        for index in commit.outcomes.indices {
            let partition = commit.outcomes[index].partition
            guard let store = states[partition], let own = byPartition[partition] else { continue }
            let written = own.sorted { $0.key.topic < $1.key.topic }.compactMap { place, tail in
                spans[place].flatMap { tail.written($0, isReplaced: replaced.contains(place)) }
            }
            processor.note(written, in: &commit.outcomes[index].outcome, over: store)
            blame(partition, for: commit.outcomes[index].outcome)
            if !obstacles.isEmpty { return }
            for change in commit.outcomes[index].outcome.afterDelivery { try produce(change, of: partition) }
        }
        for (place, tail) in tails { documentLogs.noteCompared(place, of: tail.partition) }
        for place in replaced.sorted(by: { $0.description < $1.description }) {
            observer.topicRemade(lane: number, place.topic, partition: place.partition)
        }
    }

    /// Returns the partitions of document topics that were recreated since earlier commits.
    private func replacedLogs(_ spans: [TopicPartition: DeliveredSpan]) throws(KafkaError) -> Set<TopicPartition> {
        var replaced: Set<TopicPartition> = []
        var doubted: [TopicPartition: KnownLog] = [:]
        for (place, tail) in tails {
            guard let span = spans[place], !span.lacksOffsets else {
                obstacles.require(.abort, "the offsets of documents in \(place) are unknown: they are written again")
                return []
            }
            switch documentLogs.verdict(on: place, span, after: tail.log.last) {
            case .same: continue
            case .replaced: replaced.insert(place)
            case .unknown: doubted[place] = KnownLog(.documents, mark: tail.log.last)
            }
        }
        if doubted.isEmpty { return replaced }
        do throws(KafkaError) {
            let findings = try logReader().compare(doubted, admin, milliseconds: Self.callMilliseconds)
            if let delay = findings.delay { throw delay }
            return replaced.union(findings.replacedDocuments)
        } catch  where error.isForPerson {
            // The worker may not read the documents, so only offsets are compared.
            if outputTopics.isNews(.read) { observer.documentsUnreadable(lane: number, reason: error.withAdvice) }
            return replaced
        }
    }

    /// Stores a document that is handed to the producer, if it is the last one before a record for another topic.
    func noteTail(_ record: OutputRecord, of partition: Int32, before next: OutputRecord?) {
        guard record.kind == .document, next?.topic != record.topic, let store = states[partition] else { return }
        let place = TopicPartition(record.topic, record.partition ?? 0)
        let log = tails[place]?.log ?? processor.documentLog(record.topic, over: store)
        let mark = unsafe LogMark(
            offset: 0,
            timestampMilliseconds: nil,
            key: record.key?.span.bytes,
            value: record.value?.span.bytes
        )
        tails[place] = DocumentTail(partition: partition, log: log, checksum: mark.checksum)
    }
}

/// The last document that the current commit has handed to the producer for one output partition.
struct DocumentTail {
    /// The input partition from which the document was derived.
    let partition: Int32
    let log: DocumentLog
    /// The checksum of the document's key and value.
    let checksum: UInt64

    /// Returns the log after the delivery, or nil if no delivery report had an offset.
    func written(_ span: DeliveredSpan, isReplaced: Bool) -> WrittenLog? {
        guard let last = span.last else { return nil }
        let mark = LogMark(
            offset: last,
            timestampMilliseconds: span.lastTimestampMilliseconds,
            checksum: checksum
        )
        return WrittenLog(log, mark: mark, isReplaced: isReplaced)
    }
}
