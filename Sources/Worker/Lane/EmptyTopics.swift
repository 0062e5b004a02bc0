package import Kafka

/// Which topics of documents have none of a partition's: new ones, or such as were deleted, whoever has made them again.
///
/// That what was in a deleted one is to be published again is committed before anything is written to it: a transaction that
/// is aborted leaves its mark there, and it looks filled. So this is judged until something is committed.
package struct EmptyTopics {
    /// Topics that were made by this lane and have no committed record yet.
    private var made: Set<String> = []
    /// What the names of topics begin with that documents of one partition alone go to.
    ///
    /// Where those of others go too, they may have made it again: such a topic is asked for each time.
    private let ownPrefix: String
    /// Partitions that are known to have records.
    private var filled: Set<TopicPartition> = []
    /// Places for which it is committed that what was in them is published again; a shared topic has one for each partition.
    private var ordered: Set<TopicPartition> = []
    /// Where the commit under way writes documents.
    private var written: Set<TopicPartition> = []
    /// Where the last commit has written documents in topics that others write to too.
    private var shared: Set<TopicPartition> = []
    /// Those of them that had records when the commit under way began.
    private var stillFilled: Set<TopicPartition> = []
    /// Beyond so many they are asked for again.
    private static let filledMax = 100_000

    /// Nothing is known of any topic.
    package init(ownPrefix: String) { self.ownPrefix = ownPrefix }

    /// Of the places that a commit writes documents to, those whose ends must be known.
    package func asked(_ places: [TopicPartition]) -> [TopicPartition] {
        places.filter { !made.contains($0.topic) && !filled.contains($0) && !stillFilled.contains($0) }
    }

    /// The places, in topics that others write to too, whose ends are best known before a commit of these partitions begins.
    ///
    /// They are those of the last one: it will hardly do without them.
    package func askedAhead(_ partitions: Set<Int32>) -> [TopicPartition] {
        shared.filter { partitions.contains($0.partition) }
    }

    /// A commit begins, and these are the high watermarks of the places that were asked for ahead.
    package mutating func begin(ends: [TopicPartition: Int64]) {
        stillFilled = Set(ends.filter { $0.value > 0 }.keys).subtracting(ordered)
    }

    /// Whether a place is known to have records, so that more can be written to it whatever else the commit has.
    package func isFilled(_ place: TopicPartition) -> Bool { filled.contains(place) || stillFilled.contains(place) }

    /// Those that are empty of the places that a commit writes documents to, by the high watermarks of those asked for;
    /// those that are ordered are not among them.
    package mutating func empty(_ places: [TopicPartition], ends: [TopicPartition: Int64]) -> [TopicPartition] {
        if filled.count > Self.filledMax { filled = [] }
        if ordered.count > Self.filledMax { ordered = [] }
        filled.formUnion(ends.filter { $0.value > 0 && $0.key.topic.hasPrefix(ownPrefix) }.keys)
        written.formUnion(places)
        let empty = places.filter { made.contains($0.topic) || ends[$0] == 0 }
        return empty.filter { !ordered.contains($0) }.sorted { $0.topic < $1.topic }
    }

    package mutating func noteMade(_ topics: [String]) { made.formUnion(topics) }

    /// It is committed that what was in these is published again: what is under way of it need not begin anew.
    package mutating func noteOrdered(_ places: [TopicPartition]) {
        ordered.formUnion(places)
        (written, shared, stillFilled) = ([], [], [])
    }

    /// What was written is committed: should it be gone once more, that is ordered once more.
    package mutating func noteCommitted() {
        ordered.subtract(written)
        shared = written.filter { !$0.topic.hasPrefix(ownPrefix) }
        (made, written, stillFilled) = ([], [], [])
    }

    /// Somebody may have committed something, this lane without having heard of it among them: only the topics can tell.
    package mutating func noteUncertain() { (made, ordered, stillFilled) = ([], [], []) }

    /// Some may be gone.
    package mutating func forget() { (filled, ordered, shared, stillFilled) = ([], [], [], []) }
}
