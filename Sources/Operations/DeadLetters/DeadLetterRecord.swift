import JSON
import Vocabulary

/// A record of the dead-letter topic without its value: a dead letter or a marker.
///
/// A marker is a small record that changes the state of a dead letter.
package struct DeadLetterRecord: Equatable, Sendable {
    /// The state of a dead letter.
    package enum State: String, Sendable {
        /// `forgotten`: the connection was forgotten after the original record was written.
        case open, redriven, parked, forgotten
    }

    /// The part of the refused record that a dead letter stands for.
    package enum Subject: Equatable, Sendable {
        case record
        /// An element of an upload, which can be sent in another upload.
        case element
        /// All refused elements without a dead letter of their own; this dead letter contains the whole record.
        case rest
        /// An element of a record in another format, which can be sent again only as part of that record.
        case elementOfDialect
    }

    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package let place: LetterPlace
    /// Unix milliseconds; nil if the record has no timestamp.
    package let timestampMilliseconds: Int64?
    /// The key of the refused record; nil if it had none.
    package let key: [UInt8]?
    package let headers: [Header]
    package let valueByteCount: Int
    package var state = State.open

    package var code: String { header("fork-error-code") ?? "" }
    package var path: String { header("fork-error-path") ?? "" }
    package var message: String { header("fork-error-message") ?? "" }
    /// The key as text.
    package var connection: String? { key.map { String(decoding: $0, as: UTF8.self) } }
    /// Whether the record is a dead letter and not a marker.
    package var isLetter: Bool { header("fork-error-code") != nil }

    /// Returns the last value of a header.
    package func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }

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
    /// The position of the refused record; nil if the headers do not name it.
    var original: RefusedPlace? {
        guard let topic = header("fork-topic"), let partition = header("fork-partition").flatMap({ Int32($0) }),
            let offset = header("fork-offset").flatMap({ Int64($0) }), partition >= 0, offset >= 0
        else { return nil }
        return RefusedPlace(topic, partition, offset)
    }

    /// Whether a record with this key and timestamp can be the refused record.
    ///
    /// If the topic was recreated, another record can be at the same position.
    package func isOf(key: [UInt8]?, timestampMilliseconds: Int64?) -> Bool {
        header("fork-timestamp") == timestampMilliseconds.map { String($0) }
            && (key == self.key || header("fork-key-omitted") != nil)
    }

    var subject: Subject {
        if header("fork-error-count") != nil { return .rest }
        if path.isEmpty { return .record }
        return list == nil ? .elementOfDialect : .element
    }

    /// The place of the refused element or list in its record; nil for a whole record.
    var pointer: JSONPointer? { path.isEmpty ? nil : JSONPointer(path) }

    /// The list of an upload that contains the refused element; nil for a whole record, or an element of a dialect.
    var list: Refusal.List? { pointer.flatMap { Refusal.List(of: $0) } }

    /// The length of the refused value; nil if the dead letter contains the value.
    ///
    /// The value is omitted if it is too long for the dead-letter topic.
    var omittedByteCount: Int? { header("fork-value-omitted").map { Int($0) ?? 0 } }

    /// How often the record was redriven; nil if never.
    var redrive: RedriveCount? { header(RedriveCount.header).flatMap { RedriveCount(Array($0.utf8)) } }

    /// The timestamp of the original record, before any redrive, in Unix milliseconds.
    ///
    /// Falls back to the timestamp of the dead letter if no header contains it.
    var originalMilliseconds: Int64? {
        for name in [OriginalTimestamp.header, "fork-timestamp"] {
            if let time = header(name).flatMap({ OriginalTimestamp.milliseconds(Array($0.utf8)) }) { return time }
        }
        return timestampMilliseconds
    }

    /// The dead letter that a marker names, and its new state; nil if the record is not a marker.
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
    /// The marker header for this state; nil if the state needs no marker.
    var header: String? {
        switch self {
        case .open: nil
        case .redriven: "fork-redriven"
        // A forgotten dead letter is also marked as parked, so that it stays closed even if the connection settings are
        // lost.
        case .parked, .forgotten: "fork-parked"
        }
    }
}

/// A dead letter with its value.
package struct ReadLetter: Equatable, Sendable {
    package let record: DeadLetterRecord
    /// The value; nil if the record has none, or if values were not requested.
    package let value: [UInt8]?

    package init(record: DeadLetterRecord, value: [UInt8]?) {
        self.record = record
        self.value = value
    }
}
