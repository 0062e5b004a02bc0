import Kafka

/// A refused record as it lies in the topic of dead letters, but for its value.
package struct DeadLetterRecord: Equatable, Sendable {
    /// What became of it.
    package enum State: String, Sendable {
        /// Nothing yet; it was sent through again; somebody has put it aside.
        case open, redriven, parked
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

    package let partition: Int32
    package let offset: Int64
    /// Unix milliseconds; nil if the record has none.
    package let timestampMilliseconds: Int64?
    /// The key of the refused record; nil where it had none.
    package let connection: String?
    package let headers: [Header]
    package fileprivate(set) var state = State.open

    package var code: String { header("fork-error-code") ?? "" }
    package var path: String { header("fork-error-path") ?? "" }
    package var message: String { header("fork-error-message") ?? "" }
    /// As `list` names it.
    package var place: String { "\(partition):\(offset)" }

    /// The last value of a name.
    package func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }

    /// A letter from its parts.
    package init(partition: Int32, offset: Int64, timestampMilliseconds: Int64?, connection: String?, headers: [Header])
    {
        self.partition = partition
        self.offset = offset
        self.timestampMilliseconds = timestampMilliseconds
        self.connection = connection
        self.headers = headers
    }
}

/// The dead letters of a topic, and what its marks say of them.
package struct DeadLetterFold {
    private struct Place: Hashable {
        let partition: Int32
        let offset: Int64
    }

    private let filter: DeadLetterFilter
    private var letters: [Place: DeadLetterRecord] = [:]

    /// A fold that keeps what the filter takes.
    package init(_ filter: DeadLetterFilter) { self.filter = filter }

    /// Takes the next record of a partition: a letter, or a mark, which comes after the letter that it is of.
    package mutating func take(_ record: DeadLetterRecord) {
        if record.header("fork-error-code") != nil {
            guard filter.takes(record) else { return }
            letters[Place(partition: record.partition, offset: record.offset)] = record
        } else if let place = record.header("fork-redriven") {
            mark(place, .redriven)
        } else if let place = record.header("fork-parked") {
            mark(place, .parked)
        }
    }

    private mutating func mark(_ text: String, _ state: DeadLetterRecord.State) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let partition = Int32(parts[0]), let offset = Int64(parts[1]) else { return }
        letters[Place(partition: partition, offset: offset)]?.state = state
    }

    /// Those that are open, or all, oldest first.
    package func letters(all: Bool) -> [DeadLetterRecord] {
        letters.values.filter { all || $0.state == .open }.sorted { left, right in
            let times = (left.timestampMilliseconds ?? 0, right.timestampMilliseconds ?? 0)
            return (times.0, left.partition, left.offset) < (times.1, right.partition, right.offset)
        }
    }
}

/// Which dead letters are asked for.
package struct DeadLetterFilter: Sendable {
    /// Nil where all are meant, as below.
    package var code: String?
    package var connection: String?
    /// The first millisecond that counts, since 1970.
    package var since: Int64?
    /// The first millisecond that counts no more, since 1970.
    package var until: Int64?
    /// Topic, partition and offset of the refused record.
    package var upload: (topic: String, partition: Int32, offset: Int64)?

    package init() {}

    func takes(_ letter: DeadLetterRecord) -> Bool {
        if let code, letter.code != code { return false }
        if let connection, letter.connection != connection { return false }
        let time = letter.timestampMilliseconds ?? 0
        if let since, time < since { return false }
        if let until, time >= until { return false }
        guard let upload else { return true }
        return letter.header("fork-topic") == upload.topic && letter.header("fork-partition") == "\(upload.partition)"
            && letter.header("fork-offset") == "\(upload.offset)"
    }
}
