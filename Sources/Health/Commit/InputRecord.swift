import JSON
import Vocabulary

/// A record of an input topic, with functions that parse it and create its dead letters.
struct InputRecord: ~Escapable {
    private(set) var place: RecordPlace
    private(set) var key: [UInt8]?
    /// The record's value, borrowed while the record is added to a batch.
    private let bytes: RawSpan?
    /// The number of samples and deletions in the upload, as far as they could be counted.
    private(set) var counted = (samples: 0, deletions: 0)
    private let rules: Rules
    private let zones: ZoneTable
    /// Whether the record was translated from a dialect; the parser then holds only the translation.
    private var isTranslated = false

    @_lifetime(copy bytes)
    init(place: RecordPlace, key: [UInt8]?, bytes: RawSpan?, rules: Rules, zones: ZoneTable) {
        self.place = place
        self.key = key
        self.bytes = bytes
        self.rules = rules
        self.zones = zones
    }

    var byteCount: Int { bytes?.byteCount ?? 0 }

    /// Parses an upload without its lists; a record in the format of a dialect is translated first.
    ///
    /// The elements of the lists are read one by one during the merge.
    @_lifetime(&parser)
    mutating func upload(_ parser: inout Parser) throws(Refusal) -> UploadHead {
        // The key of a line of a file is used only for dialects, because their records do not name the connection.
        let given = key
        if place.describesItself { key = nil }
        let dialect = try Dialect(parse(&parser))
        guard let dialect else { return try head(parsed(&parser)) }
        if key == nil { key = given }
        let nameless = try noteElements(parsed(&parser), dialect)
        let digests = parser.ranges(of: nameless).mapValues { UUID128.sha1Hexadecimal(of: extracted($0)) }
        let translated = try translate(parsed(&parser), by: dialect, digests)
        isTranslated = true
        var head = try head(Self.parse(translated.json, &parser))
        head.places = translated.places
        return head
    }

    /// Counts the elements in a record of a dialect, and returns the places of elements without id.
    private mutating func noteElements(_ record: Value, _ dialect: Dialect) -> [JSONPointer] {
        counted = dialect.counts(record)
        return dialect.elementsWithoutID(record)
    }

    /// Returns the record that the parser holds.
    @_lifetime(&parser)
    private func parsed(_ parser: inout Parser) throws(Refusal) -> Value {
        guard let record = parser.lastValue() else { throw Refusal(.noData, "The record has no value.") }
        return record
    }

    @_lifetime(&parser)
    private static func parse(_ json: [UInt8], _ parser: inout Parser) throws(Refusal) -> Value {
        do throws(ParseError) {
            return try parser.parse(json)
        } catch {
            throw Refusal(.decodingError, error.description)
        }
    }

    /// Translates a record of a dialect into a native upload.
    ///
    /// `digests` are the digests of the record's elements without id.
    private func translate(
        _ record: Value,
        by dialect: Dialect,
        _ digests: [JSONPointer: [UInt8]]
    ) throws(Refusal) -> TranslatedUpload {
        guard let key, let connection = ConnectionID(key) else {
            throw Refusal(
                .invalidIdentifier,
                "A record of this format does not name its connection, so its key must: in `transform`, --connection."
            )
        }
        // A line of a file has no record time. The translation then uses the time of the samples.
        let time = place.describesItself ? nil : place.judgedMilliseconds
        var upload = UploadTranslation(
            connection,
            containers: dialect.containers(record),
            digests: digests,
            recordedAt: time.map { Instant.seconds(milliseconds: $0 - Int64(Instant.secondsFrom1970) * 1000) },
            byteCount: byteCount,
            elementCount: counted.samples + counted.deletions,
            longest: rules.uploadMaxBytes
        )
        try dialect.translate(record, into: &upload)
        return try upload.upload(digest: UUID128.sha1Hexadecimal(of: withoutLineEnd))
    }

    @_lifetime(copy self)
    private func extracted(_ range: Range<Int>) -> RawSpan {
        guard let bytes else { return RawSpan() }
        return bytes.extracting(range)
    }

    /// The record's bytes, without a carriage return at the end if the record is a line of a file.
    private var withoutLineEnd: RawSpan {
        @_lifetime(copy self)
        get {
            guard let bytes else { return RawSpan() }
            let last = bytes.byteCount - 1
            guard place.describesItself, last >= 0, Span<UInt8>(_bytes: bytes)[last] == 0x0D else {
                return bytes
            }
            return bytes.extracting(first: last)
        }
    }

    /// Reads the fields of a native upload.
    @_lifetime(copy upload)
    private mutating func head(_ upload: Value) throws(Refusal) -> UploadHead {
        counted.samples = upload.field("samples")?.elements == nil ? 0 : upload.field("samples")?.count ?? 0
        counted.deletions = upload.field("deleted")?.elements == nil ? 0 : upload.field("deleted")?.count ?? 0
        if place.describesItself { describe(by: upload) }
        let head = try UploadHead(upload, timestampMilliseconds: place.timestampMilliseconds, zones: zones)
        try head.connection.check(key: key)
        return head
    }

    mutating func settings(_ parser: inout Parser) throws(Refusal) -> SettingsRecord {
        try SettingsRecord(place, key: &key, value: bytes, rules: rules, zones: zones, &parser)
    }

    /// Parses the value like `Parser.record`; Swift 6.3.1 cannot compile a call of `Parser.record` here.
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

    /// Takes the key and the timestamp from the upload itself, if the upload is a line of a file.
    private mutating func describe(by upload: Value) {
        key = upload.field("connection_id")?.text?.bytes
        if let collectedAt = try? DateReader.instant(upload.field("collected_at"), "collected_at") {
            place.timestampMilliseconds = Instant.milliseconds(collectedAt + Instant.secondsFrom1970)
        }
    }

    /// Returns the dead letter of the whole record, without the value if the connection is forgotten.
    func deadLetter(_ refusal: Refusal, withoutValue isForgotten: Bool = false) -> OutputRecord {
        DeadLetter.record(
            refusal,
            of: place,
            key: key,
            value: isForgotten ? nil : bytes?.copied,
            omittedBytes: isForgotten ? byteCount : nil,
            rules: rules
        )
    }

    /// Returns the dead letters of refused elements, each with the element's original bytes.
    ///
    /// The parser must still hold the upload.
    func deadLetters(_ refusals: [Refusal], _ parser: inout Parser) -> [OutputRecord] {
        if isTranslated, !refusals.isEmpty { _ = try? parse(&parser) }
        let ranges = parser.ranges(of: refusals.compactMap(\.element))
        var letters: [OutputRecord] = []
        letters.reserveCapacity(refusals.count)
        for refusal in refusals {
            let range = refusal.element.flatMap { ranges[$0] }
            letters.append(DeadLetter.record(refusal, of: place, key: key, value: copied(range), rules: rules))
        }
        return letters
    }

    /// Returns a copy of a part of the value, or of the whole value; nil for a tombstone.
    private func copied(_ range: Range<Int>?) -> [UInt8]? {
        guard let bytes else { return nil }
        guard let range else { return bytes.copied }
        return bytes.extracting(range).copied
    }
}
