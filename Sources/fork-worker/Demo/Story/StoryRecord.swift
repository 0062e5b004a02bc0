/// One record that the demo plays in, and the sentence that says what it is.
struct StoryRecord: Sendable {
    /// The connection that the record is about: its key too.
    let connection: String
    let caption: String
    /// How much is in it, for people.
    let contents: String
    /// JSON, or what should have been.
    let value: [UInt8]
    /// Nil for settings, and for an upload that cannot be read.
    let uploadID: String?
    /// Unix milliseconds, different for each upload: refusals are told by it which upload they come from.
    let timestampMilliseconds: Int64
    /// The local time at which it was collected, for people.
    let collectedAt: Double
    /// The zone of its person.
    let zone: String
}

/// What the demo plays in: settings first, then uploads in the order of time.
enum Story {
    static let settings = [Anna.settings, Dan.settings]
    static let uploads = (Anna.uploads + Ben.uploads + Cleo.uploads + Dan.uploads)
        .sorted { $0.timestampMilliseconds < $1.timestampMilliseconds }

    /// The connections that documents come out for; Dan's is closed.
    static let connections = [Anna.person.connection, Ben.person.connection, Cleo.person.connection]
}
