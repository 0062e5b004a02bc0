package import Kafka
import System
package import Vocabulary

/// Looks up the last record that a state has read of each input, to check whether it still exists.
struct InputSearch: ~Copyable {
    /// The first committed record at or after the requested offset, or nil if there is none.
    typealias Answer = Result<LogMark?, KafkaError>

    private struct Search {
        let offset: Int64
        var answer: Answer?
    }

    private var reader: PartitionReader
    private var searches: [TopicPartition: Search] = [:]

    init(_ clients: ClientProperties, _ clocks: Clocks, onEvent: @escaping (ClientEvent) -> Void) throws(KafkaError) {
        reader = try PartitionReader(clients, clocks, onEvent: onEvent)
    }

    /// Whether a record is still being looked up.
    var isUnderWay: Bool { !searches.isEmpty }

    /// Begins to look up the first record at or after an offset, which must lie in the log.
    mutating func begin(_ place: TopicPartition, at offset: Int64) {
        searches[place] = Search(offset: offset)
        reader.begin(place, at: offset)
    }

    mutating func cancel(_ places: [TopicPartition]) {
        for place in places where searches.removeValue(forKey: place) != nil { reader.end(place) }
    }

    /// Reads for up to this time, and returns the answers that were found.
    mutating func advance(milliseconds: Int64) throws(KafkaError) -> [TopicPartition: Answer] {
        let time = reader.time(inMilliseconds: milliseconds)
        var answers = finished()
        while !searches.isEmpty, answers.isEmpty, reader.hasTime(until: time) {
            if let message = try reader.next(until: time) { try take(message) }
            answers = finished()
        }
        return answers
    }

    private mutating func take(_ message: borrowing Message) throws(KafkaError) {
        let place = TopicPartition(message.topic, message.partition)
        if let error = message.error {
            if error.kind == .permanent { throw error }
            if error.kind == .ofPartition { answer(.failure(error), of: place) }
            return
        }
        guard let search = searches[place], search.answer == nil else { return }
        if message.isEndOfPartition { return answer(.success(nil), of: place) }
        if message.offset >= search.offset { answer(.success(LogMark(message)), of: place) }
    }

    private mutating func answer(_ answer: Answer, of place: TopicPartition) {
        searches[place]?.answer = answer
        // No further records of this partition are needed.
        reader.end(place)
    }

    private mutating func finished() -> [TopicPartition: Answer] {
        let answers = searches.compactMapValues(\.answer)
        for place in answers.keys { searches[place] = nil }
        return answers
    }
}

extension LogMark {
    /// Creates the mark of a record that was read.
    package init(_ message: borrowing Message) {
        self.init(
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            key: message.key,
            value: message.value
        )
    }
}
