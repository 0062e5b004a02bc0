package import Kafka
package import Vocabulary

/// The consequences of comparing logs, as `LogUse` defines them.
package struct LogFindings: Sendable {
    /// The evidence for each changelog that was replaced.
    package private(set) var states: [TopicPartition: String] = [:]
    /// The logs whose partitions must be restored; the restore compares these logs again.
    package private(set) var doubted: Set<TopicPartition> = []
    /// Whether settings must be read again.
    package private(set) var mustReadAgain = false
    /// The document logs that were replaced, so that their documents must be published again.
    package private(set) var replacedDocuments: Set<TopicPartition> = []
    /// The changelogs that must be compared before the transaction is committed.
    package private(set) var unsure: [TopicPartition: KnownLog] = [:]
    /// The error that prevented the comparison of some logs; nil if all logs were compared.
    package private(set) var delay: KafkaError?

    /// Derives the consequences of a comparison.
    package init(
        _ known: [TopicPartition: KnownLog],
        _ results: [TopicPartition: LogComparison],
        delay: KafkaError? = nil
    ) {
        self.delay = delay
        for (place, log) in known {
            guard let result = results[place] else { continue }
            // If the last record was compacted away, another owner of the partition may have written a newer record.
            if log.use == .state, case .gone = result { doubted.insert(place) }
            guard let evidence = result.evidence else { continue }
            switch log.use.consequence {
            case .refuse where log.use == .state: states[place] = evidence
            case .refuse: doubted.insert(place)
            case .readAgain: mustReadAgain = true
            case .publishAgain: replacedDocuments.insert(place)
            case .accept: continue
            }
        }
    }

    /// Derives the consequences of looking up the records at the known offsets.
    ///
    /// - Parameters:
    ///   - known: The last known record and end of each log.
    ///   - bounds: The bounds of the logs whose brokers have answered.
    ///   - offsets: The offsets at which records were looked up.
    ///   - found: The records that were found.
    ///   - delay: The error that ended the lookup early; logs whose record was not found then have no result.
    package init(
        _ known: [TopicPartition: KnownLog],
        in bounds: [TopicPartition: Watermarks],
        soughtAt offsets: [TopicPartition: Int64],
        found: [TopicPartition: LogMark],
        delay: KafkaError?
    ) {
        var results: [TopicPartition: LogComparison] = [:]
        for (place, log) in known {
            guard let bounds = bounds[place] else { continue }
            if delay != nil, offsets[place] != nil, found[place] == nil { continue }
            let ends = LogBounds("\(place)", low: bounds.low, high: bounds.high)
            results[place] = LogComparison(log, in: ends, found: found[place])
        }
        self.init(known, results, delay: delay)
    }

    /// Derives the consequences of the offsets that a transaction's records have in a changelog.
    ///
    /// Low offsets show that the changelog was replaced, as long as the new log is shorter than the old one.
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
