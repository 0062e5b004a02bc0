package import Kafka

/// The consequences of comparing logs, by the table of `LogUse`.
package struct LogFindings: Sendable {
    /// The evidence against each changelog that is another one.
    package private(set) var states: [TopicPartition: String] = [:]
    /// The logs whose partitions must be restored, which compares them again.
    package private(set) var doubted: Set<TopicPartition> = []
    /// Whether settings must be read again.
    package private(set) var mustReadAgain = false
    /// The changelogs that must be compared before a transaction is committed.
    package private(set) var unsure: [TopicPartition: KnownLog] = [:]
    /// Why some logs could not be compared yet; nil if all were.
    package private(set) var delay: KafkaError?

    /// Judges the results of a comparison.
    package init(
        _ known: [TopicPartition: KnownLog],
        _ results: [TopicPartition: LogComparison],
        delay: KafkaError? = nil
    ) {
        self.delay = delay
        for (place, log) in known {
            guard let result = results[place] else { continue }
            // Another owner of the partition may have written a newer identity.
            if log.use == .state, case .gone = result { doubted.insert(place) }
            guard let evidence = result.evidence else { continue }
            switch log.use.consequence {
            case .refuse where log.use == .state: states[place] = evidence
            case .refuse: doubted.insert(place)
            case .readAgain: mustReadAgain = true
            case .publishAgain, .accept: continue
            }
        }
    }

    /// Judges the places that the records of a transaction have got in a changelog.
    ///
    /// If a changelog is another one, the old state is missing from it, and nobody could notice this once it has grown.
    package init(
        _ spans: [TopicPartition: DeliveredSpan],
        in changelog: String,
        known: (_ partition: Int32) -> KnownLog?
    ) {
        for (place, span) in spans where place.topic == changelog {
            guard let log = known(place.partition) else { continue }
            switch log.written(span) {
            case .next: continue
            case .afterGap: unsure[place] = log
            case .below(let offset):
                states[place] = "has taken a record at offset \(offset), and this process knows it up to \(log.end)"
            }
        }
    }
}
