/// Upper bounds for the size of each kind of output record: key, value and headers, alone in an uncompressed batch.
///
/// A topic with a smaller `max.message.bytes` would reject a valid record and stop its partition forever. So the worker
/// compares the bounds with the topics at the start. A test of the same name proves each bound with the worst possible
/// input.
package struct RecordBounds: Sendable, Equatable {
    /// The bound for the parts of a document that cannot be split, whatever `--document-max-bytes` is.
    ///
    /// Samples that would exceed it are refused.
    package static let uncutDocument = 300_000
    /// The bound for the parts of a document in another form that cannot be split, whatever `--document-max-bytes` is.
    ///
    /// A text of the control character U+007F is three times as long in FHIR. A correlation is up to a half longer as a
    /// data point of Open mHealth, and a clinical document is encoded in Base64.
    package static let uncutForm = 3 * uncutDocument
    /// The most bytes of a sample that a document must show in one piece.
    package static let piece = 256 << 10
    /// The most bytes of a workout, or of one of its activities, without events and activities.
    ///
    /// It is less than `piece`, because documents add statistics of every quantity type and other fields.
    package static let workoutPiece = min(piece, uncutDocument - derivedStatistics - escaped * workoutName - 2_048)
    /// The most bytes of an unknown activity or event name, because every part repeats the name of the workout.
    package static let workoutName = 200
    /// The most bytes of documents in one job, unless the job contains only one document.
    package static let jobDocuments = 900_000
    /// The most uploads that one part of a job names.
    package static let jobUploads = 2_000
    /// The most bytes of a user id or an app id.
    package static let name = 1_000
    /// The most bytes of a callback URL.
    package static let callbackURL = 2_000
    /// The most bytes of a changelog record, key and value together; longer values take several records.
    package static let changelogRecord = 900_000

    /// The overhead of a batch with one record: 61 bytes for the batch, at most 36 for the record; rounded up.
    private static let batch = 512
    /// The most bytes that a header takes in addition to its name and value.
    private static let headerFrame = 10
    /// The most bytes that JSON needs for one byte of text, as in `\u0001`.
    private static let escaped = 6
    /// The most bytes of the statistics that a workout document derives from samples, if all quantity types occur.
    private static let derivedStatistics = Catalogue.sampleTypes.reduce(0) { sum, type in
        guard type.kind == .quantity else { return sum }
        let frame = #"{"start_date":,"end_date":,"value":{"quantity":,"unit":},"type":"minimum"},"#.utf8.count
        let one = frame + 3 * 24 + (type.canonicalUnit?.string.utf8.count ?? 0) + 2
        // An average is written with the number of its values.
        let count = #","count":"#.utf8.count + 20
        return sum + type.identifierBytes.count + 8 + (type.isCumulative ? one : 3 * one + count)
    }
    /// The most bytes of a document id: the longest type, a slash, a UUID, `#` and the number of a part.
    private static let documentID = DataType.longestName + 1 + UUID128.textCount + 20
    private static let connection = 200

    package let document: Int
    /// The bound for documents in another form.
    package let form: Int
    package let job: Int
    package let state: Int

    /// Computes the bounds for the given rules.
    package init(_ rules: Rules) {
        let userID = Self.name * Self.escaped + 16
        let attribution = userID + 128
        let value = max(rules.documentMaxBytes, Self.uncutDocument) + attribution
        let trace = Self.header("traceparent", 55)
        let headers =
            trace + Self.header("fork-op", 6) + Self.header("fork-type", DataType.longestName)
            + Self.header("fork-schema", 1) + Self.header("fork-upload", UUID128.textCount)
        let envelope = Self.batch + Self.connection + 1 + Self.documentID + headers
        document = envelope + value
        form = envelope + max(rules.documentMaxBytes, Self.uncutForm) + attribution
        let entry = value + Self.documentID + 64
        let uploads = Self.jobUploads * (UUID128.textCount + 3)
        let names = 2 * userID + Self.callbackURL + Self.connection + 512
        job = Self.batch + Self.connection + max(Self.jobDocuments, entry) + uploads + names + trace
        state = Self.batch + Self.changelogRecord
    }

    /// Returns the recommended bound for dead letters: the largest input record plus room for headers.
    ///
    /// If a dead letter is still too long for its topic, it is written without its value.
    package static func deadLetter(ofInputBytes bytes: Int) -> Int { bytes + 65_536 }

    /// Returns the size of a record as the only record of its batch.
    package static func bytes(of record: OutputRecord) -> Int {
        let headers = record.headers.reduce(0) { $0 + header($1.name, $1.value.count) }
        return headers + (record.key?.count ?? 0) + (record.value?.count ?? 0) + batch
    }

    private static func header(_ name: String, _ bytes: Int) -> Int { name.utf8.count + bytes + headerFrame }
}

extension DataType {
    fileprivate static let longestName = allCases.map(\.nameBytes.count).max() ?? 0
}
