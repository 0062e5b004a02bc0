import Kafka
import Store
import System

/// Finds the newest state identity in changelogs by reading the last records, then more and more records before them.
///
/// Each transaction ends with an identity, so the first read usually finds one.
struct IdentitySearch {
    /// The newest identity of a changelog, or nil if it contains none.
    typealias Answer = Result<StoreVerdict.Logged?, StoreError>

    private struct Search {
        let low: Int64
        /// The last stable offset.
        let end: Int64
        /// The distance from the start of the current read to the end, in offsets.
        var window: Int64
        var found: Answer = .success(nil)

        var begin: Int64 { max(low, end - window) }

        private var isInVain: Bool { if case .success(nil) = found { true } else { false } }

        /// Moves the start further back if the last read found no identity; returns false if the search is over.
        mutating func lookFurtherBack() -> Bool {
            guard isInVain, begin > low else { return false }
            window *= 16
            return true
        }
    }

    private static let firstWindow: Int64 = 16

    private let topic: String
    private let clocks: Clocks
    private let reader: LogReader
    private var searches: [Int32: Search] = [:]

    init(
        _ topic: String,
        _ configuration: Configuration,
        _ clocks: Clocks,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.topic = topic
        self.clocks = clocks
        reader = try LogReader(configuration, clocks, onEvent: onEvent)
    }

    /// Whether a changelog is still being searched.
    var isUnderWay: Bool { !searches.isEmpty }

    /// Begins to search a changelog up to the high bound.
    mutating func begin(_ partition: Int32, _ bounds: Watermarks) {
        let search = Search(low: bounds.low, end: bounds.high, window: Self.firstWindow)
        searches[partition] = search
        look(search, in: partition)
    }

    private func look(_ search: Search, in partition: Int32) {
        reader.begin(TopicPartition(topic, partition), at: search.begin, to: .offset(search.end))
    }

    mutating func cancel(_ partition: Int32) {
        searches[partition] = nil
        reader.end(TopicPartition(topic, partition))
    }

    /// Reads for up to this time, and returns the searches that have finished.
    mutating func advance(milliseconds: Int64) throws(KafkaError) -> [Int32: Answer] {
        let time = clocks.steadyMilliseconds() + milliseconds
        var answers: [Int32: Answer] = [:]
        while !searches.isEmpty, answers.isEmpty, clocks.steadyMilliseconds() < time {
            switch try reader.next(until: time) {
            case .record(let message): take(message)
            case .end(let place): if let answer = looked(place.partition) { answers[place.partition] = answer }
            case .failed(_, let error): if error.kind == .ofPartition { throw error }
            case nil: continue
            }
        }
        return answers
    }

    private mutating func take(_ message: borrowing Message) {
        guard let end = searches[message.partition]?.end, let found = Self.identity(in: message, end) else { return }
        searches[message.partition]?.found = found
    }

    /// Returns the result after a read; if the read found nothing, begins the next read further back and returns nil.
    private mutating func looked(_ partition: Int32) -> Answer? {
        guard var search = searches[partition] else { return nil }
        if search.lookFurtherBack() {
            searches[partition] = search
            look(search, in: partition)
            return nil
        }
        searches[partition] = nil
        return search.found
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
}
