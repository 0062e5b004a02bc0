package import Kafka

/// Tracks which output partitions contain no documents of an input partition, because the topic is new or was deleted.
///
/// A topic can also have been deleted and recreated. Before the first record is written to an empty output partition, a
/// republish marker is committed: a change of the state that makes the worker publish all earlier documents of that
/// topic again.
///
/// A high watermark above zero proves nothing, because an aborted transaction leaves its records and its marker in the
/// log. An output partition counts as filled only after this lane has committed documents to it, or has read a
/// committed record there.
package struct EmptyTopics {
    /// Topics that this lane has created and that have no committed record yet.
    private var made: Set<String> = []
    /// An output partition with committed records.
    private struct Filled {
        /// The input partition that its documents come from.
        let input: Int32
        /// The least offset that the next transaction can deliver to the same log; 0 if unknown.
        let end: Int64
    }

    private var filled: [TopicPartition: Filled] = [:]
    /// The output partitions with a committed republish marker and no documents yet.
    private var ordered: Set<TopicPartition> = []
    /// The output partitions to which the current commit writes documents, each with its input partition.
    private var written: [TopicPartition: Int32] = [:]
    /// The elements of `written` that are expected to be empty before this commit.
    private var unfilled: Set<TopicPartition> = []
    /// Whether a transaction has begun whose outcome this lane does not know yet.
    private var isTransactionOpen = false
    /// The size above which `filled` or `ordered` is cleared, so that its elements are checked again.
    private static let placesMax = 100_000

    /// Creates the value for a lane that knows no topic yet.
    package init() {}

    /// Whether an output partition is known to have committed records, so that it needs no republish marker.
    package func isFilled(_ place: TopicPartition) -> Bool {
        filled[place] != nil && !made.contains(place.topic)
    }

    /// Begins the check of the output partitions of a commit.
    package mutating func beginLook() {
        if filled.count > Self.placesMax { filled = [:] }
        if ordered.count > Self.placesMax { ordered = [] }
        (written, unfilled) = ([:], [])
    }

    /// Returns the output partitions whose high watermarks must be requested.
    package func asked(_ places: [TopicPartition]) -> [TopicPartition] {
        places.filter { !made.contains($0.topic) && filled[$0] == nil && !ordered.contains($0) }
    }

    /// Classifies the output partitions to which a commit writes documents of one input partition.
    ///
    /// - Parameters:
    ///   - places: The output partitions.
    ///   - partition: The input partition of the documents.
    ///   - ends: The high watermarks of the output partitions that `asked` returned.
    /// - Returns: The empty output partitions, and those whose records may all belong to aborted transactions.
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

    /// Notes that an output partition contains a committed record.
    package mutating func noteFilled(_ place: TopicPartition, of partition: Int32) {
        filled[place] = Filled(input: partition, end: filled[place]?.end ?? 0)
    }

    package mutating func noteMade(_ topics: [String]) { made.formUnion(topics) }

    package mutating func noteBegun() { isTransactionOpen = true }

    /// Notes that the republish markers for these output partitions are committed.
    package mutating func noteOrdered(_ places: [TopicPartition]) {
        ordered.formUnion(places)
        (written, unfilled, isTransactionOpen) = ([:], [], false)
    }

    /// Notes that the written records are committed.
    ///
    /// The republish markers are done with. If the topic is deleted once more, a new marker is committed.
    ///
    /// - Parameter spans: The offsets that the transaction delivered.
    package mutating func noteCommitted(_ spans: [TopicPartition: DeliveredSpan]) {
        for (place, input) in written {
            // The commit marker follows the last record.
            let end = spans[place]?.last.map { $0 + 2 } ?? 0
            filled[place] = Filled(input: input, end: max(end, filled[place]?.end ?? 0))
        }
        ordered.subtract(written.keys)
        (made, written, unfilled, isTransactionOpen) = ([], [:], [], false)
    }

    /// Compares the offsets that a transaction delivered with the known ends of the logs.
    ///
    /// - Returns: The output partitions that should have had more records before: their topics were deleted and recreated.
    package func remade(_ spans: [TopicPartition: DeliveredSpan]) -> Set<TopicPartition> {
        var remade: Set<TopicPartition> = []
        for (place, span) in spans {
            let isBelowEnd = isFilled(place) && span.first ?? .max < filled[place]?.end ?? 0
            let isBegun = isFilled(place) || written[place] != nil && !unfilled.contains(place)
            if isBelowEnd || (span.mayBeginLog && isBegun) { remade.insert(place) }
        }
        return remade
    }

    /// Notes that the transaction was aborted, so that its output partitions may contain only aborted records.
    ///
    /// - Returns: The topics that were deleted and recreated.
    package mutating func noteAborted(_ spans: [TopicPartition: DeliveredSpan]) -> Set<String> {
        let remade = remade(spans)
        for place in remade { filled[place] = nil }
        isTransactionOpen = false
        return Set(remade.map(\.topic))
    }

    /// Notes that there is a new producer, and that the outcome of an open transaction of its predecessor is unknown.
    package mutating func noteProducerOpened() {
        (made, ordered) = ([], [])
        if isTransactionOpen { filled = [:] }
        isTransactionOpen = false
    }

    /// Notes an assignment: the previous owner of the partitions may have left aborted records in any topic.
    package mutating func noteAssigned(_ partitions: [Int32]) {
        (made, ordered) = ([], [])
        filled = filled.filter { !partitions.contains($0.value.input) }
    }

    /// Notes that some topics may have been deleted.
    package mutating func forget() { ordered = [] }
}
