/// Where an input record stands, and what came with it.
package struct RecordPlace: Sendable {
    /// The input topics that the core reads.
    package enum Topic: Sendable {
        case uploads
        case connections
    }

    package var topic: Topic
    /// The partition's number, the same for the uploads and the settings of a connection.
    package var partition: Int32
    /// The record's offset in its partition.
    package var offset: Int64
    /// The record's timestamp in milliseconds since 1970, nil when it has none: below zero is none.
    package var timestampMilliseconds: Int64? {
        didSet { timestampMilliseconds = Self.known(timestampMilliseconds) }
    }
    /// The W3C `traceparent` header, carried to every output; nil when there is none, or it is malformed.
    package private(set) var traceparent: [UInt8]?
    /// How often what is in the record was refused and sent through again; nil when it never was.
    package let redrive: RedriveCount?
    /// The timestamp of the record that was first refused, in milliseconds since 1970; nil unless this one was redriven and
    /// says so.
    package let originalMilliseconds: Int64?
    /// Whether key and timestamp are to be taken from the upload itself: a line of a file has neither.
    package var describesItself = false

    /// A place from its parts.
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

    /// The time by which settings judge the record, in milliseconds since 1970: of a redriven record that of the record
    /// that was first refused, so that redriving brings nothing back that was forgotten since.
    package var judgedMilliseconds: Int64? {
        guard let originalMilliseconds else { return timestampMilliseconds }
        // A header that claims a later time than the record's own opens nothing.
        return min(originalMilliseconds, timestampMilliseconds ?? originalMilliseconds)
    }

    private static func known(_ timestampMilliseconds: Int64?) -> Int64? {
        timestampMilliseconds.flatMap { $0 < 0 ? nil : $0 }
    }
}

/// One record that a commit produces.
package struct OutputRecord: Sendable, Equatable {
    /// What kind of record it is, for routing and counting.
    package enum Kind: Sendable, Equatable {
        /// A Fork document or its tombstone.
        case document
        case job
        /// A refused record or a refused part of one.
        case deadLetter
    }

    /// A record header: name and UTF-8 value.
    package struct Header: Sendable, Equatable {
        package let name: String
        package let value: [UInt8]

        /// A header from its parts.
        package init(_ name: String, _ value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    package var kind: Kind
    /// The topic's whole name.
    package var topic: String
    /// The partition it must go to; nil leaves it to the partitioner (murmur2 of the key).
    package var partition: Int32?
    /// The key, nil when the refused record had none.
    package var key: [UInt8]?
    /// The value, nil for a tombstone.
    package var value: [UInt8]?
    /// The headers, in order.
    package var headers: [Header]

    /// A record from its parts.
    package init(kind: Kind, topic: String, partition: Int32?, key: [UInt8]?, value: [UInt8]?, headers: [Header]) {
        self.kind = kind
        self.topic = topic
        self.partition = partition
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// What one commit of one partition brings: everything of it becomes visible together, or nothing.
package struct Outcome: Sendable {
    /// The records, in the order in which they are to be produced.
    package var records: [OutputRecord] = []
    /// The changes of state.
    package var changes: [StateChange] = []
    /// What became of the samples.
    package var accounting = Accounting()

    /// So many of the first records and changes are with the producer already.
    package var handedOver = (records: 0, changes: 0)

    /// Whether documents are to be derived again after it, which the changes say.
    package var isBehind = false

    /// The connections that are forgotten: nothing of them is in the changes' wake.
    package var forgotten: [ConnectionID] = []

    /// The first value of the state that was found and can't be read, as when a newer version wrote it: the outcome is
    /// then wrong, and must not be committed.
    package var unreadable: UnreadableValue?

    /// An outcome that changes nothing.
    package init() {}
}
