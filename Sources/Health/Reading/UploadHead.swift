package import JSON
package import Vocabulary

/// The fields of an upload except its lists.
///
/// The lists stay JSON until their elements are read one by one.
///
/// ```json
/// {"upload_id": "0F6E…", "connection_id": "conn-7", "collected_at": "2024-04-26T08:15:00Z",
///  "time_zone": "Europe/Vilnius", "samples": [...], "deleted": [...], "post": [...]}
/// ```
package struct UploadHead: ~Escapable {
    package var id: UUID128
    package var connection: ConnectionID
    package var appID: [UInt8]?
    package var userID: [UInt8]?
    /// The time of the upload, in seconds since 2001.
    package var collectedAt: Double
    /// The zone of samples that have no zone of their own.
    package var zone: Zone?
    package let samples: Value?
    package let deleted: Value?
    /// The requests for webhook jobs.
    package let post: Value?
    /// The places of the elements in the original record, if the upload was translated from a dialect.
    package var places: ElementPlaces?

    /// Reads the fields of an upload, or throws the refusal of the whole upload if a field is missing or invalid.
    @_lifetime(copy upload)
    package init(
        _ upload: Value,
        timestampMilliseconds: Int64?,
        zones: ZoneTable
    ) throws(Refusal) {
        guard upload.members != nil else {
            throw Refusal(.decodingError, "An upload must be a JSON object.")
        }
        try Self.checkSchema(upload.field("schema"))
        id = try FieldReader.uuid(upload.field("upload_id"), "upload_id")
        let name = try FieldReader.text(upload.field("connection_id"), "connection_id")
        guard let name else { throw .missing("connection_id") }
        guard let connection = ConnectionID(name) else {
            throw Refusal(.invalidIdentifier, "The connection id must match [A-Za-z0-9_-]{1,200}.")
        }
        self.connection = connection
        appID = try FieldReader.text(upload.field("app_id"), "app_id")
        userID = try FieldReader.text(upload.field("user_id"), "user_id")
        for (field, text) in [("app_id", appID), ("user_id", userID)] where text?.count ?? 0 > RecordBounds.name {
            throw Refusal(.tooLarge, "The field `\(field)` is longer than \(RecordBounds.name) bytes.")
        }
        collectedAt = try DateReader.instant(upload.field("collected_at"), "collected_at")
        samples = try Self.array(upload.field("samples"), "samples")
        deleted = try Self.array(upload.field("deleted"), "deleted")
        post = try Self.array(upload.field("post"), "post")
        try Self.check(collectedAt, timestampMilliseconds, upload.field("collected_at")?.text == nil)
        if let field = upload.field("time_zone") {
            guard let text = field.text else { throw .wrongType("time_zone", "a string") }
            guard let known = unsafe text.withBytes({ unsafe zones.zone($0) }) else {
                throw .unknownZone
            }
            zone = known
        }
        if (samples?.count ?? 0) + (deleted?.count ?? 0) + (post?.count ?? 0) == 0 {
            throw Refusal(.noData, "The upload has neither samples nor deletions, and asks for nothing to be posted.")
        }
    }

    private static func checkSchema(_ field: Value?) throws(Refusal) {
        guard let field else { return }
        guard let schema = field.double else { throw .wrongType("schema", "a number") }
        guard schema == 1 else {
            throw Refusal(.invalidType, "This version processes schema 1 only.")
        }
    }

    private static func check(
        _ collectedAt: Double,
        _ timestampMilliseconds: Int64?,
        _ hasNumber: Bool
    ) throws(Refusal) {
        if collectedAt < Instant.of1900 {
            throw .dates(.invalidValue, "The field `collected_at`, %, lies before 1900.", [collectedAt], hasNumber)
        }
        guard let timestampMilliseconds else { return }
        let timestamp = Double(timestampMilliseconds) / 1000 - Instant.secondsFrom1970
        if collectedAt > timestamp + Instant.day {
            let sentence = "The field `collected_at`, %, lies more than a day after the record's timestamp, %."
            throw .dates(.invalidValue, sentence, [collectedAt, timestamp], hasNumber)
        }
    }

    @_lifetime(copy field)
    private static func array(_ field: Value?, _ name: String) throws(Refusal) -> Value? {
        guard let field else { return nil }
        guard field.kind == .array else { throw .wrongType(name, "an array") }
        return field
    }
}
