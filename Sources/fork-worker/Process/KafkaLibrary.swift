import Kafka

/// The Kafka library that this process runs on, in words.
enum KafkaLibrary {
    /// Such as `2.0.2`.
    static var version: String { LibraryVersion.running.description }

    /// What newer releases can and this one cannot.
    static var lacks: [String] {
        LibraryFeature.allCases.filter { !LibraryVersion.running.has($0) }.map(\.summary)
    }

    /// Whether it can log in by SCRAM to every broker.
    static var hasSCRAM: Bool { LibraryVersion.running.has(.scramOnNewBrokers) }
}
