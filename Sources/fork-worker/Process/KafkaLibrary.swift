import Kafka

/// The version and the limitations of the loaded librdkafka.
enum KafkaLibrary {
    /// The version, such as `2.0.2`.
    static var version: String { LibraryVersion.running.description }

    /// The features of newer releases that this version lacks.
    static var lacks: [String] {
        LibraryFeature.allCases.filter { !LibraryVersion.running.has($0) }.map(\.summary)
    }

    /// Whether the library can log in to every broker with SCRAM.
    static var hasSCRAM: Bool { LibraryVersion.running.has(.scramOnNewBrokers) }
}
