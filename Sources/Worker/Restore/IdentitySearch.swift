import Kafka
import Store
import System

/// Finds the newest state identity in changelogs by reading them from near their ends.
///
/// Each transaction ends with an identity. So the first look finds it, unless many aborted records follow.
struct IdentitySearch: ~Copyable {
    /// The newest identity of a changelog, or nil if it contains none.
    typealias Answer = Result<StoreVerdict.Logged?, StoreError>

    private struct Search {
        let low: Int64
        /// The last stable offset.
        let end: Int64
        /// The number of offsets before the end at which the current look begins.
        var window: Int64
        var found: Answer = .success(nil)
        var isOver = false

        var begin: Int64 { max(low, end - window) }

        private var hasLooked: Bool { isOver || begin >= end }
        private var isInVain: Bool { if case .success(nil) = found { true } else { false } }

        /// The result, or nil while the search must continue.
        var outcome: Answer? { hasLooked && (!isInVain || begin <= low) ? found : nil }

        /// Moves the begin further back if the last look found nothing.
        ///
        /// Returns false if the search is over.
        mutating func lookFurtherBack() -> Bool {
            guard hasLooked, isInVain, begin > low else { return false }
            window *= 16
            isOver = false
            return true
        }
    }

    private static let firstWindow: Int64 = 16

    private let topic: String
    private var reader: PartitionReader
    private var searches: [Int32: Search] = [:]

    init(
        _ topic: String,
        _ clients: ClientProperties,
        _ clocks: Clocks,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.topic = topic
        reader = try PartitionReader(clients, clocks, onEvent: onEvent)
    }

    /// Whether a changelog is still being searched.
    var isUnderWay: Bool { !searches.isEmpty }

    /// Begins to search a changelog.
    ///
    /// The upper bound is the last stable offset.
    mutating func begin(_ partition: Int32, _ bounds: Watermarks) {
        let search = Search(low: bounds.low, end: bounds.high, window: Self.firstWindow)
        searches[partition] = search
        reader.begin(TopicPartition(topic, partition), at: search.begin)
    }

    mutating func cancel(_ partition: Int32) {
        searches[partition] = nil
        reader.end(TopicPartition(topic, partition))
    }

    /// Reads for up to this time, and returns the searches that have finished.
    mutating func advance(milliseconds: Int64) throws(KafkaError) -> [Int32: Answer] {
        let time = reader.time(inMilliseconds: milliseconds)
        var answers = finished()
        while !searches.isEmpty, answers.isEmpty, reader.hasTime(until: time) {
            if let message = try reader.next(until: time) { try take(message) }
            answers = finished()
        }
        return answers
    }

    private mutating func take(_ message: borrowing Message) throws(KafkaError) {
        let partition = message.partition
        if let error = message.error {
            if error.kind == .permanent { throw error }
            return
        }
        guard let search = searches[partition] else { return }
        if message.isEndOfPartition {
            searches[partition]?.isOver = message.offset >= search.end
            return
        }
        if let found = Self.identity(in: message, search.end) { searches[partition]?.found = found }
        if message.offset + 1 >= search.end { searches[partition]?.isOver = true }
    }

    /// Returns the identity in a record, or nil if the record is something else.
    private static func identity(in message: borrowing Message, _ end: Int64) -> Answer? {
        guard let key = message.key, StateIdentity.isKey(key) else { return nil }
        guard let value = message.value else { return .success(nil) }
        do throws(StoreError) {
            let identity = try StateIdentity(value, offset: message.offset)
            return .success(StoreVerdict.Logged(identity, at: message.offset, stableEnd: end))
        } catch {
            return .failure(error)
        }
    }

    /// Removes and returns the finished searches, and moves fruitless ones further back.
    private mutating func finished() -> [Int32: Answer] {
        var answers: [Int32: Answer] = [:]
        for partition in Array(searches.keys) {
            if let answer = searches[partition]?.outcome {
                answers[partition] = answer
                cancel(partition)
            } else if searches[partition]?.lookFurtherBack() == true, let search = searches[partition] {
                reader.begin(TopicPartition(topic, partition), at: search.begin)
            }
        }
        return answers
    }
}
