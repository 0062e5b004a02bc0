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
    /// Those of them that may be empty.
    private var unfilled: Set<TopicPartition> = []
    /// Places that were known to have records, and in which one of this lane was the first of all: somebody has deleted the topic
    /// and made it again, and what was in it is not ordered yet.
    private var remade: Set<TopicPartition> = []
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
        places.filter { !mayBeEmpty($0) && !isFilled($0) }
    }

    /// The places, in topics that others write to too, whose ends are best known before a commit of these partitions begins.
    ///
    /// They are those of the last one: it will hardly do without them.
    package func askedAhead(_ partitions: Set<Int32>) -> [TopicPartition] {
        shared.filter { partitions.contains($0.partition) }
    }

    /// A commit begins, and these are the high watermarks of the places that were asked for ahead.
    package mutating func begin(ends: [TopicPartition: Int64]) {
        stillFilled = Set(ends.filter { $0.value > 0 }.keys).subtracting(ordered).subtracting(remade)
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
        let empty = places.filter { mayBeEmpty($0) || ends[$0] == 0 }
        unfilled.formUnion(empty)
        return empty.filter { !ordered.contains($0) }.sorted { $0.topic < $1.topic }
    }

    /// Whether a place has none of a partition's documents whatever its end says.
    private func mayBeEmpty(_ place: TopicPartition) -> Bool { made.contains(place.topic) || remade.contains(place) }

    package mutating func noteMade(_ topics: [String]) { made.formUnion(topics) }

    /// It is committed that what was in these is published again: what is under way of it need not begin anew.
    package mutating func noteOrdered(_ places: [TopicPartition]) {
        ordered.formUnion(places)
        remade.subtract(places)
        (written, unfilled, shared, stillFilled) = ([], [], [], [])
    }

    /// What was written is committed: should it be gone once more, that is ordered once more.
    ///
    /// - Parameter begun: The partitions whose first record of all is among it.
    /// - Returns: Those of them that somebody has made again since they were known to have records.
    @discardableResult
    package mutating func noteCommitted(begun: Set<TopicPartition> = []) -> Set<TopicPartition> {
        let unexpected = unexpected(begun)
        ordered.subtract(written)
        remade.subtract(written)
        noteRemade(unexpected)
        shared = written.filter { !$0.topic.hasPrefix(ownPrefix) }
        (made, written, unfilled, stillFilled) = ([], [], [], [])
        return unexpected
    }

    /// What was written is taken back, and with it the first records of these partitions: that they were the first is remembered
    /// all the same, since the topics look filled from now on.
    package mutating func noteAborted(begun: Set<TopicPartition>) {
        noteRemade(unexpected(begun))
        stillFilled = []
    }

    private func unexpected(_ begun: Set<TopicPartition>) -> Set<TopicPartition> {
        begun.filter {
            filled.contains($0) || stillFilled.contains($0) || written.contains($0) && !unfilled.contains($0)
        }
    }

    private mutating func noteRemade(_ places: Set<TopicPartition>) {
        remade.formUnion(places)
        filled.subtract(places)
        stillFilled.subtract(places)
    }

    /// Somebody may have committed something, this lane without having heard of it among them: only the topics can tell.
    package mutating func noteUncertain() { (made, ordered, stillFilled) = ([], [], []) }

    /// Some may be gone.
    package mutating func forget() { (filled, ordered, shared, stillFilled) = ([], [], [], []) }
}
