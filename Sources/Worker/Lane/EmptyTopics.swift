package import Kafka

/// The places of documents, partitions of topics, that hold none of a partition's: new ones, and those of a topic that was deleted,
/// even if somebody has recreated it.
///
/// The order to publish such documents again is committed before the first record is written to the place. A transaction that is
/// aborted leaves its records and its marker there, so a high watermark above zero proves nothing: a place counts as filled only
/// once this lane has committed documents to it or has read a committed record there.
package struct EmptyTopics {
    /// Topics that this lane has created and that have no committed record yet.
    private var made: Set<String> = []
    /// Places that are known to hold committed records, each with the partition of the uploads that its documents come from.
    private var filled: [TopicPartition: Int32] = [:]
    /// Places for which the order to publish their documents again is committed; a shared topic has one for each partition.
    private var ordered: Set<TopicPartition> = []
    /// Places to which the commit in progress writes documents.
    private var written: [TopicPartition: Int32] = [:]
    /// The subset of `written` in which the first record of all is expected.
    private var unfilled: Set<TopicPartition> = []
    /// Whether a transaction has begun whose end this lane does not know yet.
    private var isTransactionOpen = false
    /// The number of places of each kind beyond which all of them are looked at again.
    private static let placesMax = 100_000

    /// Creates the value for a lane that knows no topic yet.
    package init() {}

    /// Whether a place is known to hold committed records, so that more can be written whatever else the commit contains.
    package func isFilled(_ place: TopicPartition) -> Bool {
        filled[place] != nil && !made.contains(place.topic)
    }

    /// Starts a look at the places that a commit writes to.
    package mutating func beginLook() {
        if filled.count > Self.placesMax { filled = [:] }
        if ordered.count > Self.placesMax { ordered = [] }
        (written, unfilled) = ([:], [])
    }

    /// Returns the subset of a commit's places whose high watermarks must be known.
    package func asked(_ places: [TopicPartition]) -> [TopicPartition] {
        places.filter { !made.contains($0.topic) && filled[$0] == nil && !ordered.contains($0) }
    }

    /// Sorts the places to which a commit writes documents of one partition.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - partition: The partition of the uploads that the documents come from.
    ///   - ends: The high watermarks of the places that were asked for.
    /// - Returns: The places without any record, and those that have records which may all be of aborted transactions.
    package mutating func look(
        at places: [TopicPartition],
        of partition: Int32,
        ends: [TopicPartition: Int64]
    ) -> (empty: [TopicPartition], doubtful: [TopicPartition]) {
        var empty: [TopicPartition] = []
        var doubtful: [TopicPartition] = []
        for place in places.sorted(by: { $0.topic < $1.topic }) {
            written[place] = partition
            if isFilled(place) { continue }
            if ordered.contains(place) {
                unfilled.insert(place)
            } else if made.contains(place.topic) || ends[place] == 0 {
                unfilled.insert(place)
                empty.append(place)
            } else {
                doubtful.append(place)
            }
        }
        return (empty, doubtful)
    }

    /// Notes that a committed record was found in a place.
    package mutating func noteFilled(_ place: TopicPartition, of partition: Int32) { filled[place] = partition }

    package mutating func noteMade(_ topics: [String]) { made.formUnion(topics) }

    package mutating func noteBegun() { isTransactionOpen = true }

    /// Notes that the order to publish the documents of these places again is committed.
    package mutating func noteOrdered(_ places: [TopicPartition]) {
        ordered.formUnion(places)
        (written, unfilled, isTransactionOpen) = ([:], [], false)
    }

    /// Notes that the written records are committed.
    ///
    /// An order is done with by then: if the topic is deleted once more, there is another order.
    package mutating func noteCommitted() {
        filled.merge(written) { $1 }
        ordered.subtract(written.keys)
        (made, written, unfilled, isTransactionOpen) = ([], [:], [], false)
    }

    /// Compares the first records that were delivered with those that were expected.
    ///
    /// - Parameter begun: The places in which the first record of all was delivered, or may have been.
    /// - Returns: The places that should have had records before: somebody has deleted and recreated the topic.
    package func remade(begun: Set<TopicPartition>) -> Set<TopicPartition> {
        begun.filter { isFilled($0) || written[$0] != nil && !unfilled.contains($0) }
    }

    /// Notes that the transaction was aborted: its places may hold nothing but its records.
    ///
    /// - Returns: The topics that somebody has recreated.
    package mutating func noteAborted(begun: Set<TopicPartition>) -> Set<String> {
        let remade = remade(begun: begun)
        for place in remade { filled[place] = nil }
        isTransactionOpen = false
        return Set(remade.map(\.topic))
    }

    /// Notes that the producer is a new one: nobody knows what became of a transaction that the former one had open.
    package mutating func noteProducerOpened() {
        (made, ordered) = ([], [])
        if isTransactionOpen { filled = [:] }
        isTransactionOpen = false
    }

    /// Notes that this lane takes over partitions: their former owner may have left aborted records anywhere.
    package mutating func noteAssigned(_ partitions: [Int32]) {
        (made, ordered) = ([], [])
        filled = filled.filter { !partitions.contains($0.value) }
    }

    /// Notes that some topics may be gone.
    package mutating func forget() { ordered = [] }
}
