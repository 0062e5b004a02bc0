/// The longest record of each output that any input can bring about: key, value and headers, as the only record of its
/// batch and not compressed.
///
/// A topic whose `max.message.bytes` is less would make a valid upload stop its partition for ever, and so the start
/// compares. Each bound is proven with the worst input by a test of the same name.
package struct RecordBounds: Sendable, Equatable {
    /// A document that nothing makes smaller is not longer than this, whatever the limit: what is longer in one piece is
    /// refused when it comes in.
    package static let uncutDocument = 300_000
    /// The most bytes that a document must show of a sample in one piece.
    package static let piece = 256 << 10
    /// The most bytes of a workout, or of one of its activities, without events and activities.
    ///
    /// Less, as documents add what follows from samples of every quantity type, beside what else a record needs.
    package static let workoutPiece = min(piece, uncutDocument - derivedStatistics - escaped * workoutName - 2_048)
    /// The most bytes of an activity's or an event's name that this version does not know: each part repeats a workout's.
    package static let workoutName = 200
    /// The most bytes of documents that a job holds, unless it holds one document only.
    package static let jobDocuments = 900_000
    /// The most uploads that a part of a job names.
    package static let jobUploads = 2_000
    /// The most bytes of a user's or an app's name.
    package static let name = 1_000
    /// The most bytes of a callback's URL.
    package static let callbackURL = 2_000
    /// The longest record of the changelog, key and value together: what is longer is stored in several.
    package static let changelogRecord = 900_000

    /// What a batch adds to its only record, with room to spare: 61 bytes for itself, up to 36 for the record.
    private static let batch = 512
    /// What a header takes beside its name and value, at most.
    private static let headerFrame = 10
    /// The most bytes of one byte of a text in JSON, as in `\u0001`.
    private static let escaped = 6
    /// What a workout's samples of all quantity types come to, with the longest of numbers.
    private static let derivedStatistics = Catalogue.sampleTypes.reduce(0) { sum, type in
        guard type.kind == .quantity else { return sum }
        let frame = #"{"start_date":,"end_date":,"value":{"quantity":,"unit":},"type":"minimum"},"#.utf8.count
        let one = frame + 3 * 24 + (type.canonicalUnit?.string.utf8.count ?? 0) + 2
        return sum + type.identifierBytes.count + 8 + (type.isCumulative ? 1 : 3) * one
    }
    /// A document's id: the longest type, a slash, a UUID, `#` and the number of a part.
    private static let documentID = DataType.longestName + 1 + UUID128.textCount + 20
    private static let connection = 200

    /// A document, or a part of one.
    package let document: Int
    /// A webhook job, or a part of one.
    package let job: Int
    /// A record of the changelog.
    package let state: Int

    /// The bounds of what comes of these rules.
    package init(_ rules: Rules) {
        let userID = Self.name * Self.escaped + 16
        let value = max(rules.documentMaxBytes, Self.uncutDocument) + userID + 128
        let trace = Self.header("traceparent", 55)
        let headers =
            trace + Self.header("fork-op", 6) + Self.header("fork-type", DataType.longestName)
            + Self.header("fork-schema", 1) + Self.header("fork-upload", UUID128.textCount)
        document = Self.batch + Self.connection + 1 + Self.documentID + value + headers
        let entry = value + Self.documentID + 64
        let uploads = Self.jobUploads * (UUID128.textCount + 3)
        let names = 2 * userID + Self.callbackURL + Self.connection + 512
        job = Self.batch + Self.connection + max(Self.jobDocuments, entry) + uploads + names + trace
        state = Self.batch + Self.changelogRecord
    }

    /// A dead letter, where the topic of uploads or settings takes records of so many bytes: what was refused, and room
    /// for what is said about it.
    ///
    /// One that its topic does not take goes there without its value, so this is a wish and no need.
    package static func deadLetter(ofInputBytes bytes: Int) -> Int { bytes + 65_536 }

    /// How long a record is as the only one of its batch.
    package static func bytes(of record: OutputRecord) -> Int {
        let headers = record.headers.reduce(0) { $0 + header($1.name, $1.value.count) }
        return headers + (record.key?.count ?? 0) + (record.value?.count ?? 0) + batch
    }

    private static func header(_ name: String, _ bytes: Int) -> Int { name.utf8.count + bytes + headerFrame }
}

extension DataType {
    /// The length of the longest name.
    fileprivate static let longestName = allCases.map(\.nameBytes.count).max() ?? 0
}
