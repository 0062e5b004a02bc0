import CRDKafka

/// The library that runs, which may be newer than the one this was compiled with, and what it can do.
package struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// `0xMMmmrrxx`: major, minor, revision, and `ff` in a release.
    package let rawValue: Int32

    /// Takes the number as `rd_kafka_version()` gives it.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// A release by its three numbers.
    package init(_ major: Int32, _ minor: Int32, _ revision: Int32) {
        rawValue = major << 24 | minor << 16 | revision << 8 | 0xff
    }

    /// The library in this process.
    package static var running: LibraryVersion { LibraryVersion(rawValue: rd_kafka_version()) }

    package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool { left.rawValue < right.rawValue }

    /// Such as `2.0.2`.
    package var description: String {
        "\(rawValue >> 24 & 0xff).\(rawValue >> 16 & 0xff).\(rawValue >> 8 & 0xff)"
    }

    /// Whether this version can do it.
    package func has(_ feature: LibraryFeature) -> Bool { self >= feature.since }
}

/// What newer releases do better, from librdkafka's CHANGELOG.md; each is switched on at run time by the version.
package enum LibraryFeature: String, CaseIterable, Sendable {
    /// `fetch.queue.backoff.ms`: a full fetch queue no longer sleeps a second.
    case fetchQueueBackoff
    /// The cooperative assignor without its endless loop, crashes and hangs.
    ///
    /// Until 2.10.0 a commit in the middle of its rebalance can lose the assignment: a consumer's commit, while ours are
    /// the producer's.
    case cooperativeRebalance
    /// SCRAM against brokers that compare the nonce strictly: 3.8.0 and all of 4.x.
    case scramOnNewBrokers
    /// The first record to a topic no longer waits a second for metadata.
    case firstProduceWithoutWait

    /// The first release that has it.
    package var since: LibraryVersion {
        switch self {
        case .fetchQueueBackoff: LibraryVersion(2, 2, 0)
        case .cooperativeRebalance, .scramOnNewBrokers: LibraryVersion(2, 6, 1)
        case .firstProduceWithoutWait: LibraryVersion(2, 10, 1)
        }
    }

    /// What it changes, for a person who asks what this installation can do.
    package var summary: String {
        switch self {
        case .fetchQueueBackoff: "bounded fetch queues at full speed (fetch.queue.backoff.ms)"
        case .cooperativeRebalance: "partition.assignment.strategy=cooperative-sticky"
        case .scramOnNewBrokers: "SASL/SCRAM with Kafka 3.8.0 and 4.x"
        case .firstProduceWithoutWait: "first record to a new topic without a wait of one second"
        }
    }
}
