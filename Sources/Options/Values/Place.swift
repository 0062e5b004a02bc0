/// A position in a known topic: `<partition>:<offset>`.
package struct Place: Sendable, Equatable {
    package let partition: Int32
    package let offset: Int64

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let partition = Int32(parts[0]), let offset = Int64(parts[1])
        else { return nil }
        self.partition = partition
        self.offset = offset
    }
}

/// A position in any topic: `<topic>:<partition>:<offset>`.
package struct TopicPlace: Sendable, Equatable {
    package let topic: String
    package let place: Place

    init?(_ text: String) {
        // Topic names cannot contain a colon.
        guard let colon = text.firstIndex(of: ":"), let place = Place(text[text.index(after: colon)...]),
            colon > text.startIndex
        else { return nil }
        topic = String(text[..<colon])
        self.place = place
    }
}

extension Kind<Place> {
    /// A position in a known topic.
    static let place = Kind("PARTITION:OFFSET", rule: "`partition:offset`") { text throws(Reason) in
        guard let place = Place(text) else { throw Reason("must be partition:offset, such as 0:15") }
        return place
    }
}

extension Kind<TopicPlace> {
    /// A position in any topic.
    static let topicPlace = Kind("TOPIC:PARTITION:OFFSET", rule: "`topic:partition:offset`") { text throws(Reason) in
        guard let place = TopicPlace(text) else {
            throw Reason("must be topic:partition:offset, such as fork.uploads:0:15")
        }
        return place
    }
}
