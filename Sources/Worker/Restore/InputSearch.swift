import Kafka
import Store
import System

/// Looks up the last record that a state has read of each input, to check whether it still exists.
struct InputSearch: ~Copyable {
    /// The first committed record at or after the requested offset, or nil if there is none.
    typealias Answer = Result<InputMark?, KafkaError>

    private struct Search {
        let offset: Int64
        var answer: Answer?
    }

    private static let pollMilliseconds: Int64 = 100

    private let clocks: Clocks
    private let consumer: Consumer
    private var searches: [TopicPartition: Search] = [:]
    private var needsAssignment = false

    init(_ clients: ClientProperties, _ clocks: Clocks, onEvent: @escaping (ClientEvent) -> Void) throws(KafkaError) {
        self.clocks = clocks
        var configuration = clients.restorer
        configuration["enable.partition.eof"] = "true"
        consumer = try Consumer(configuration, onEvent: onEvent)
    }

    /// Whether a record is still being looked up.
    var isUnderWay: Bool { !searches.isEmpty }

    /// Begins to look up the first record at or after an offset, which must lie in the log.
    mutating func begin(_ place: TopicPartition, at offset: Int64) {
        searches[place] = Search(offset: offset)
        needsAssignment = true
    }

    mutating func cancel(_ places: [TopicPartition]) {
        for place in places where searches[place] != nil {
            searches[place] = nil
            needsAssignment = true
        }
    }

    /// Reads for up to this time, and returns the answers that were found.
    mutating func advance(milliseconds: Int64) throws(KafkaError) -> [TopicPartition: Answer] {
        let until = clocks.steadyMilliseconds() + milliseconds
        var answers = finished()
        while !searches.isEmpty, answers.isEmpty {
            if needsAssignment { try assign() }
            let left = until - clocks.steadyMilliseconds()
            guard left > 0 else { break }
            if let message = consumer.poll(timeoutMilliseconds: Int32(min(left, Self.pollMilliseconds))) {
                try take(message)
            }
            answers = finished()
        }
        return answers
    }

    private mutating func assign() throws(KafkaError) {
        let assignments = searches.sorted { ($0.key.topic, $0.key.partition) < ($1.key.topic, $1.key.partition) }
            .map { Assignment($0.key, from: .offset($0.value.offset)) }
        try consumer.assign(assignments, findingLeadersWithin: 1_000)
        needsAssignment = false
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
        if message.offset >= search.offset { answer(.success(InputMark(message)), of: place) }
    }

    private mutating func answer(_ answer: Answer, of place: TopicPartition) {
        searches[place]?.answer = answer
        // No further records of this partition are needed.
        try? consumer.pause([place])
    }

    private mutating func finished() -> [TopicPartition: Answer] {
        let answers = searches.compactMapValues(\.answer)
        for place in answers.keys { searches[place] = nil }
        if searches.isEmpty, !answers.isEmpty { try? consumer.unassign() }
        return answers
    }
}

extension InputMark {
    /// Creates the mark of a record that was read.
    init(_ message: borrowing Message) {
        self.init(
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            key: message.key,
            value: message.value
        )
    }
}
