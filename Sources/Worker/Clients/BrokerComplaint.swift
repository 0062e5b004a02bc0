package import Kafka

/// A connection error of librdkafka, such as `ssl://kafka-1:9093/bootstrap: Connect to ipv4#10.0.0.1:9093 failed:
/// Connection refused (after 0ms in state CONNECT)`.
package struct BrokerComplaint: Equatable, Sendable {
    /// The host and port.
    package let address: String
    /// The id of the broker, or nil for an address of `--bootstrap-servers`.
    package let broker: Int32?
    package let cause: BrokerCause
    /// The error text of librdkafka.
    package let words: String
    /// Whether the client was connected when the error occurred.
    ///
    /// A broker also closes idle connections, so such an error does not prove that the broker is gone.
    package let wasConnected: Bool

    /// Parses an error; nil if it does not concern a connection.
    package init?(_ error: KafkaError) {
        guard let colon = error.reason.firstRange(of: ": ") else { return nil }
        let place = Self.withoutProtocol(String(error.reason[..<colon.lowerBound]))
        guard let slash = place.lastIndex(of: "/"), place.contains(":") else { return nil }
        let id = place[place.index(after: slash)...]
        broker = Int32(id)
        guard id == "bootstrap" || broker != nil else { return nil }
        address = String(place[..<slash])
        var words = error.reason[colon.upperBound...]
        let tail = words.firstRange(of: " (after ")
        wasConnected = tail.map { words[$0.upperBound...].contains("in state UP") } ?? false
        // Durations and repetition counts differ from line to line, so cut them off.
        if let tail { words = words[..<tail.lowerBound] }
        cause = BrokerCause(error.code, words, wasConnected: wasConnected)
        self.words = String(words)
    }

    /// The error text without librdkafka's guess at a wrong setting; the guess is wrong if the broker answered before.
    var fact: String { words.firstRange(of: ": might be caused by").map { String(words[..<$0.lowerBound]) } ?? words }

    static func withoutProtocol(_ address: String) -> String {
        address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
    }
}
