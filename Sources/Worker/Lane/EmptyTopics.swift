package import Kafka

/// Which topics of documents have none of a partition's: new ones, or such as were deleted, whoever has made them again.
///
/// What was in a deleted one is published again by the commit that fills it, so this is judged until that is committed.
package struct EmptyTopics {
    /// Topics that were made by this lane and have no committed record yet.
    private var made: Set<String> = []
    /// Partitions that are known to have records.
    private var filled: Set<TopicPartition> = []
    /// Beyond so many they are asked for again.
    private static let filledMax = 100_000

    package init() {}

    /// Of the places that a commit writes documents to, those whose ends must be known.
    package func asked(_ places: [TopicPartition]) -> [TopicPartition] {
        places.filter { !made.contains($0.topic) && !filled.contains($0) }
    }

    /// The topics that are empty among the places that a commit writes documents to, by the high watermarks of those
    /// asked for.
    package mutating func empty(_ places: [TopicPartition], ends: [TopicPartition: Int64]) -> [String] {
        if filled.count > Self.filledMax { filled = [] }
        filled.formUnion(ends.filter { $0.value > 0 }.keys)
        return places.filter { made.contains($0.topic) || ends[$0] == 0 }.map(\.topic).sorted()
    }

    package mutating func noteMade(_ topics: [String]) { made.formUnion(topics) }

    /// What was written is committed.
    package mutating func noteCommitted() { made = [] }

    /// Somebody may have committed something, this lane without having heard of it among them: only the topics can tell.
    package mutating func noteUncertain() { made = [] }

    /// Some may be gone.
    package mutating func forget() { filled = [] }
}
