/// A record that the demo sends, with a caption.
struct StoryRecord: Sendable {
    /// The connection of the record, which is also its key.
    let connection: String
    let caption: String
    /// The content in a few words, such as `2 samples`.
    let contents: String
    /// The value, normally JSON.
    let value: [UInt8]
    /// Nil for settings, and for an upload that cannot be parsed.
    let uploadID: String?
    /// Unix milliseconds, different for each upload, so that a refusal can be matched to its upload.
    let timestampMilliseconds: Int64
    /// The collection time in seconds since 2001.
    let collectedAt: Double
    /// The time zone of the person.
    let zone: String
}

/// The records of the demo: settings first, then uploads ordered by time.
enum Story {
    static let settings = [Anna.settings, Dan.settings]
    static let uploads = (Anna.uploads + Ben.uploads + Cleo.uploads + Dan.uploads)
        .sorted { $0.timestampMilliseconds < $1.timestampMilliseconds }

    /// The connections that get documents; Dan's connection is closed.
    static let connections = [Anna.person.connection, Ben.person.connection, Cleo.person.connection]
}
