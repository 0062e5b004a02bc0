package import Health

/// A refused record as it lies in the topic of dead letters, but for its value; or a mark.
package struct DeadLetterRecord: Equatable, Sendable {
    /// What became of it.
    package enum State: String, Sendable {
        /// Nothing yet; it was sent through again; somebody has put it aside; its connection was forgotten since.
        case open, redriven, parked, forgotten
    }

    /// What of the refused record it stands for.
    package enum Subject: Equatable, Sendable {
        case record
        /// One element of one of its lists.
        case element(Refusal.List)
        /// All elements that have no letter of their own: it holds the whole record.
        case rest
        /// An element of a record of another shape, which has other lists.
        case elementOfDialect
    }

    /// A header in its place.
    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package let place: LetterPlace
    /// Unix milliseconds; nil if the record has none.
    package let timestampMilliseconds: Int64?
    /// The key of the refused record; nil where it had none.
    package let key: [UInt8]?
    package let headers: [Header]
    /// The length of its value.
    package let valueByteCount: Int
    package var state = State.open

    package var code: String { header("fork-error-code") ?? "" }
    package var path: String { header("fork-error-path") ?? "" }
    package var message: String { header("fork-error-message") ?? "" }
    /// The key as a text.
    package var connection: String? { key.map { String(decoding: $0, as: UTF8.self) } }
    /// Whether it is a letter, and no mark.
    package var isLetter: Bool { header("fork-error-code") != nil }

    /// The last value of a name.
    package func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }

    /// A letter from its parts.
    package init(
        _ place: LetterPlace,
        timestampMilliseconds: Int64?,
        key: [UInt8]?,
        headers: [Header],
        valueByteCount: Int = 0
    ) {
        self.place = place
        self.timestampMilliseconds = timestampMilliseconds
        self.key = key
        self.headers = headers
        self.valueByteCount = valueByteCount
    }
}

extension DeadLetterRecord {
    /// Where the refused record was; nil when the letter does not say it.
    var original: RefusedPlace? {
        guard let topic = header("fork-topic"), let partition = header("fork-partition").flatMap({ Int32($0) }),
            let offset = header("fork-offset").flatMap({ Int64($0) }), partition >= 0, offset >= 0
        else { return nil }
        return RefusedPlace(topic, partition, offset)
    }

    /// Whether a record with this key and time can be the one that was refused: another one can lie at its place, in a topic
    /// that was made again, and with the same key.
    package func isOf(key: [UInt8]?, timestampMilliseconds: Int64?) -> Bool {
        header("fork-timestamp") == timestampMilliseconds.map { String($0) }
            && (key == self.key || header("fork-key-omitted") != nil)
    }

    var subject: Subject {
        if header("fork-error-count") != nil { return .rest }
        let path = path
        if path.isEmpty { return .record }
        let parts = path.split(separator: "/")
        guard parts.count == 2, Int(parts[1]) != nil, let list = Refusal.List(rawValue: String(parts[0])) else {
            return .elementOfDialect
        }
        return .element(list)
    }

    /// How long the refused value is where the letter's topic did not take it; nil where the letter has it.
    var omittedByteCount: Int? { header("fork-value-omitted").map { Int($0) ?? 0 } }

    /// How often what it holds was redriven; nil is never.
    var redrive: RedriveCount? { header(RedriveCount.header).flatMap { RedriveCount(Array($0.utf8)) } }

    /// When the record was written that was first refused, in Unix milliseconds; where nobody says it, what it was before.
    var originalMilliseconds: Int64? {
        for name in [OriginalTimestamp.header, "fork-timestamp"] {
            if let time = header(name).flatMap({ OriginalTimestamp.milliseconds(Array($0.utf8)) }) { return time }
        }
        return timestampMilliseconds
    }

    /// What a mark says of which letter; nil for what is none.
    var mark: (place: LetterPlace, state: State)? {
        if isLetter { return nil }
        for state in [State.redriven, .parked] {
            guard let name = state.header else { continue }
            if let place = header(name).flatMap({ LetterPlace($0) }) { return (place, state) }
        }
        return nil
    }
}

extension DeadLetterRecord.State {
    /// The header of the mark that says it; nil where none is needed.
    var header: String? {
        switch self {
        case .open: nil
        case .redriven: "fork-redriven"
        // Settings tell that the connection was forgotten; the mark keeps the letter aside should they be gone one day.
        case .parked, .forgotten: "fork-parked"
        }
    }
}

/// A letter with its value, as it lies in its topic.
package struct ReadLetter: Equatable, Sendable {
    package let record: DeadLetterRecord
    /// Nil where it has none, or was not asked for.
    package let value: [UInt8]?

    package init(record: DeadLetterRecord, value: [UInt8]?) {
        self.record = record
        self.value = value
    }
}
