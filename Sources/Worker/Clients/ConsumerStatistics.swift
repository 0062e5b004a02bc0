package import JSON

/// What is taken from librdkafka's statistics of a consumer.
package struct ConsumerStatistics: Equatable, Sendable {
    /// Longer ones, of which partitions in the thousands make some megabytes, are left out.
    package static let longestBytes = 64 << 20

    /// Responses that brokers have given since the client began.
    package var responses: Int64 = 0
    /// Records that were fetched and wait to be taken.
    package var fetched: Int64 = 0
    /// Other things that wait for the owner: rebalances, log lines and the like.
    package var events: Int64 = 0

    /// Takes the library's JSON apart; nil where this is none.
    package init?(_ text: [UInt8], by parser: inout Parser) {
        guard text.count <= Self.longestBytes else { return nil }
        do throws(ParseError) {
            let whole = try parser.parse(text)
            guard var brokers = whole.member("brokers")?.members else { return nil }
            while let broker = brokers.next() { responses += max(0, broker.value.member("rx")?.integer ?? 0) }
            events = whole.member("replyq")?.integer ?? 0
            guard var topics = whole.member("topics")?.members else { return }
            while let topic = topics.next() {
                guard var partitions = topic.value.member("partitions")?.members else { continue }
                while let partition = partitions.next() {
                    fetched += partition.value.member("fetchq_cnt")?.integer ?? 0
                }
            }
        } catch {
            return nil
        }
    }
}

/// When a broker had last answered, by counts that come now and then.
package struct AnswerWatch: Sendable {
    private var responses: Int64 = 0
    private var looked: Int64?

    /// A watch that has seen no count.
    package init() {}

    /// Takes a count that holds now.
    ///
    /// - Returns: The last time by which an answer that is new must have come after: that of the count before; nil where
    ///   there is none.
    package mutating func look(_ count: Int64, at now: Int64) -> Int64? {
        defer { (responses, looked) = (count, now) }
        return count > responses ? looked ?? now : nil
    }
}
