/// The position of an input record, with its timestamp and relevant headers.
package struct RecordPlace: Sendable {
    package enum Topic: Sendable {
        case uploads
        case connections
    }

    package var topic: Topic
    /// The partition number, which is the same for a connection's uploads and settings.
    package var partition: Int32
    package var offset: Int64
    /// The record's timestamp in milliseconds since 1970; nil if it is missing or negative.
    package var timestampMilliseconds: Int64? {
        didSet { timestampMilliseconds = Self.known(timestampMilliseconds) }
    }
    /// The W3C `traceparent` header, which is copied to every output; nil if missing or malformed.
    package private(set) var traceparent: [UInt8]?
    /// The number of times this record was redriven; nil if never.
    package let redrive: RedriveCount?
    /// The timestamp of the record that was first refused, in milliseconds since 1970; nil unless this was redriven.
    package let originalMilliseconds: Int64?
    /// Whether key and timestamp are taken from the upload itself, because a line of a file has neither.
    package var describesItself = false

    package init(
        topic: Topic,
        partition: Int32,
        offset: Int64,
        timestampMilliseconds: Int64?,
        traceparent: [UInt8]? = nil,
        redrive: RedriveCount? = nil,
        originalMilliseconds: Int64? = nil
    ) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
        self.timestampMilliseconds = Self.known(timestampMilliseconds)
        self.traceparent = traceparent.flatMap { TraceParent.isWellFormed($0) ? $0 : nil }
        self.redrive = redrive
        self.originalMilliseconds = redrive == nil ? nil : originalMilliseconds
    }

    /// The time that settings are compared with, in milliseconds since 1970.
    ///
    /// For a redriven record, this is the time of the first refused record, so that redriving cannot bring back data
    /// that was erased in the meantime.
    package var judgedMilliseconds: Int64? {
        guard let originalMilliseconds else { return timestampMilliseconds }
        // A header that claims a time after the record's own timestamp has no effect.
        return min(originalMilliseconds, timestampMilliseconds ?? originalMilliseconds)
    }

    private static func known(_ timestampMilliseconds: Int64?) -> Int64? {
        timestampMilliseconds.flatMap { $0 < 0 ? nil : $0 }
    }
}

/// One record that a commit produces.
package struct OutputRecord: Sendable, Equatable {
    /// The kind of the record, for routing and counting.
    package enum Kind: Sendable, Equatable {
        /// A Fork document, or its deletion.
        case document
        case job
        /// A refused record, a refused part of one, or a job that was given up.
        indirect case deadLetter(DeadLetter)
    }

    /// A record header with a UTF-8 value.
    package struct Header: Sendable, Equatable {
        package let name: String
        package let value: [UInt8]

        package init(_ name: String, _ value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    package var kind: Kind
    /// The full name of the topic.
    package var topic: String
    /// The partition to produce to; nil leaves the choice to the partitioner (murmur2 of the key).
    package var partition: Int32?
    /// The key; nil for a dead letter of a record without key.
    package var key: [UInt8]?
    /// The value; nil for a tombstone.
    package var value: [UInt8]?
    /// The headers of a document or a job.
    private let ownHeaders: [Header]

    /// The headers, which are created at each call if the record is a dead letter.
    package var headers: [Header] { deadLetter?.headers ?? ownHeaders }

    /// The reason and the position of a dead letter; nil for other records.
    package var deadLetter: DeadLetter? { if case .deadLetter(let letter) = kind { letter } else { nil } }

    package init(
        kind: Kind,
        topic: String,
        partition: Int32?,
        key: [UInt8]?,
        value: [UInt8]?,
        headers: [Header] = []
    ) {
        self.kind = kind
        self.topic = topic
        self.partition = partition
        self.key = key
        self.value = value
        ownHeaders = headers
    }
}
