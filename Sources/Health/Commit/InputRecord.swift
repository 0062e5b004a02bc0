import JSON

/// A record of an input topic, which can parse itself and write dead letters for its refused parts.
struct InputRecord: ~Escapable {
    private(set) var place: RecordPlace
    private(set) var key: [UInt8]?
    /// The record's value, borrowed while the record is added to a batch.
    private let bytes: RawSpan?
    /// The number of samples and deletions in the upload, as far as it could be read.
    private(set) var counted = (samples: 0, deletions: 0)
    private let rules: Rules
    private let zones: ZoneTable

    @_lifetime(copy bytes)
    init(place: RecordPlace, key: [UInt8]?, bytes: RawSpan?, rules: Rules, zones: ZoneTable) {
        self.place = place
        self.key = key
        self.bytes = bytes
        self.rules = rules
        self.zones = zones
    }

    var byteCount: Int { bytes?.byteCount ?? 0 }

    /// Parses an upload without its lists.
    ///
    /// Their elements are read one by one while they are merged.
    @_lifetime(&parser)
    mutating func upload(_ parser: inout Parser) throws(Refusal) -> UploadHead {
        let upload = try parse(&parser)
        counted.samples = upload.field("samples")?.elements == nil ? 0 : upload.field("samples")?.count ?? 0
        counted.deletions = upload.field("deleted")?.elements == nil ? 0 : upload.field("deleted")?.count ?? 0
        if place.describesItself { describe(by: upload) }
        let head = try UploadHead(upload, timestampMilliseconds: place.timestampMilliseconds, zones: zones)
        try checkKey(head.connection)
        return head
    }

    /// Parses a settings record.
    ///
    /// `settings` is nil for a tombstone.
    mutating func settings(
        _ parser: inout Parser
    ) throws(Refusal) -> (connection: ConnectionID, settings: ConnectionSettings?) {
        if bytes == nil {
            guard let key, let connection = ConnectionID(key) else {
                throw Refusal(.invalidIdentifier, "The key of settings that are gone is no connection id.")
            }
            return (connection, nil)
        }
        let record = try parse(&parser)
        let connection = try ConnectionSettings.connection(record)
        if place.describesItself { key = connection.bytes }
        try checkKey(connection)
        let settings = try ConnectionSettings(
            record,
            timestampMilliseconds: place.judgedMilliseconds,
            rules: rules,
            zones: zones
        )
        return (connection, settings)
    }

    @_lifetime(&parser)
    private func parse(_ parser: inout Parser) throws(Refusal) -> Value {
        guard let bytes, bytes.byteCount > 0 else {
            throw Refusal(.noData, "The record has no value.")
        }
        if bytes.byteCount > rules.uploadMaxBytes {
            throw Refusal(.tooLarge, "The record is longer than \(rules.uploadMaxBytes) bytes.")
        }
        do throws(ParseError) {
            return try parser.parse(bytes)
        } catch {
            throw Refusal(.decodingError, error.description)
        }
    }

    /// Takes key and timestamp from the upload itself, for an upload that was read from a line of a file.
    private mutating func describe(by upload: Value) {
        key = upload.field("connection_id")?.text?.bytes
        if let collectedAt = try? DateReader.instant(upload.field("collected_at"), "collected_at") {
            place.timestampMilliseconds = Instant.milliseconds(collectedAt + Instant.secondsFrom1970)
        }
    }

    private func checkKey(_ connection: ConnectionID) throws(Refusal) {
        guard key == connection.bytes else {
            throw Refusal(.invalidIdentifier, "The record's key must equal its connection id.")
        }
    }

    /// Returns the dead letter of the whole record, without its value if the connection is forgotten.
    func deadLetter(_ refusal: Refusal, withoutValue isForgotten: Bool = false) -> OutputRecord {
        guard isForgotten else {
            return DeadLetter.record(refusal, of: place, key: key, value: bytes?.copied, rules: rules)
        }
        var letter = DeadLetter.record(refusal, of: place, key: key, value: nil, rules: rules)
        letter.headers.append(.init("fork-value-omitted", Array(String(byteCount).utf8)))
        return letter
    }

    /// Returns the dead letters of refused elements, each with the element's original bytes.
    ///
    /// The parser must still hold this record.
    func deadLetters(_ refusals: [Refusal], _ parser: borrowing Parser) -> [OutputRecord] {
        let ranges = parser.ranges(of: refusals.compactMap(\.element))
        return refusals.map { refusal in
            let range = refusal.element.flatMap { ranges[$0] }
            let value = range.flatMap { bytes?.extracting($0).copied } ?? bytes?.copied
            return DeadLetter.record(refusal, of: place, key: key, value: value, rules: rules)
        }
    }
}

extension RawSpan {
    var copied: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
