import CRDKafka

/// The version of the running library, which may be newer than the one this program was compiled with.
package struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number `0xMMmmrrxx`: major, minor, revision, and `ff` for a release.
    package let rawValue: Int32

    /// Wraps the number that `rd_kafka_version()` returns.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Creates the version of a release.
    package init(_ major: Int32, _ minor: Int32, _ revision: Int32) {
        rawValue = major << 24 | minor << 16 | revision << 8 | 0xff
    }

    /// The version of the library in this process.
    package static var running: LibraryVersion { LibraryVersion(rawValue: rd_kafka_version()) }

    package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool { left.rawValue < right.rawValue }

    /// The form `2.0.2`.
    package var description: String {
        "\(rawValue >> 24 & 0xff).\(rawValue >> 16 & 0xff).\(rawValue >> 8 & 0xff)"
    }

    package func has(_ feature: LibraryFeature) -> Bool { self >= feature.since }
}

/// Improvements of newer releases, from librdkafka's CHANGELOG.md.
///
/// The running version decides which improvements are used.
package enum LibraryFeature: String, CaseIterable, Sendable {
    /// `fetch.queue.backoff.ms`: the fetcher of a full queue no longer sleeps for a second.
    case fetchQueueBackoff
    /// The cooperative assignor without its endless loop, crashes and hangs.
    ///
    /// Until 2.10.0, a consumer's commit during its rebalance can lose the assignment. This program commits by the
    /// producer, so it is not affected.
    case cooperativeRebalance
    /// SCRAM with brokers that compare the nonce strictly: 3.8.0 and all of 4.x.
    case scramOnNewBrokers
    /// The first record to a topic no longer waits a second for metadata.
    case firstProduceWithoutWait

    /// The first release that has the feature.
    package var since: LibraryVersion {
        switch self {
        case .fetchQueueBackoff: LibraryVersion(2, 2, 0)
        case .cooperativeRebalance, .scramOnNewBrokers: LibraryVersion(2, 6, 1)
        case .firstProduceWithoutWait: LibraryVersion(2, 10, 1)
        }
    }

    /// The effect of the feature, for an operator.
    package var summary: String {
        switch self {
        case .fetchQueueBackoff: "bounded fetch queues at full speed (fetch.queue.backoff.ms)"
        case .cooperativeRebalance: "partition.assignment.strategy=cooperative-sticky"
        case .scramOnNewBrokers: "SASL/SCRAM with Kafka 3.8.0 and 4.x"
        case .firstProduceWithoutWait: "first record to a new topic without a wait of one second"
        }
    }
}
