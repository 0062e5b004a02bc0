package import JSON

/// The values that are read from the statistics of a librdkafka consumer.
package struct ConsumerStatistics: Equatable, Sendable {
    /// The size above which statistics are ignored; thousands of partitions need a few megabytes.
    package static let longestBytes = 64 << 20

    /// A broker to which the client has a connection, or had one.
    package struct Broker: Equatable, Sendable {
        package let address: String
        /// The number of responses since the client was created.
        package var responses: Int64
    }

    /// The brokers whose ids are known, by id.
    package var brokers: [Int32: Broker] = [:]
    /// The number of responses of all brokers since the client was created.
    package var responses: Int64 = 0
    /// The number of fetched records that wait for the lane.
    package var fetched: Int64 = 0
    /// The number of other events that wait for the lane: rebalances, log lines and so on.
    package var events: Int64 = 0

    /// Parses the statistics; returns nil if the text is too long, or is not valid JSON.
    package init?(_ text: [UInt8], by parser: inout Parser) {
        guard text.count <= Self.longestBytes else { return nil }
        do throws(ParseError) {
            let whole = try parser.parse(text)
            guard var brokers = whole.member("brokers")?.members else { return nil }
            while let broker = brokers.next() {
                let count = max(0, broker.value.member("rx")?.integer ?? 0)
                responses += count
                // The coordinator and its broker have separate entries with the same id, so their counts are added.
                guard let id = broker.value.member("nodeid")?.integer, id >= 0 else { continue }
                let address = broker.value.member("nodename")?.text?.string ?? ""
                self.brokers[Int32(clamping: id), default: Broker(address: address, responses: 0)].responses += count
            }
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

/// Determines when a broker last answered, from response counts that arrive at intervals.
package struct AnswerWatch: Sendable {
    private var responses: Int64 = 0
    private var looked: Int64?

    package init() {}

    /// Compares a count with the previous one.
    ///
    /// - Returns: The time of the previous count, after which a new response has arrived; nil if there is no new
    ///   response.
    package mutating func look(_ count: Int64, at now: Int64) -> Int64? {
        defer { (responses, looked) = (count, now) }
        return count > responses ? looked ?? now : nil
    }
}
