/// What documents change by: an upload that was taken, or other rules.
struct Cause {
    /// The upload's id; nil for rules.
    let uploadID: UUID128?
    let collectedAt: Double
    let appID: [UInt8]?
    let userID: [UInt8]?
    /// Where the upload stood; for rules the partition, the number of the commit as offset, and the commit's time.
    let place: RecordPlace
    /// The settings that hold.
    let settings: ConnectionSettings?

    /// An upload by its head.
    init(_ head: borrowing UploadHead, at place: RecordPlace, settings: ConnectionSettings?) {
        uploadID = head.id
        collectedAt = head.collectedAt
        appID = head.appID
        userID = head.userID
        self.place = place
        self.settings = settings
    }

    /// Other rules, by a commit of re-derivation.
    init(_ commit: RederivationCommit, collectedAt: Double, settings: ConnectionSettings?) {
        uploadID = nil
        self.collectedAt = collectedAt
        appID = nil
        userID = nil
        place = commit.place
        self.settings = settings
    }

    /// As the cause of a document of its connection.
    func attribution(_ connection: ConnectionID) -> Attribution {
        Attribution(connection: connection, userID: settings?.userID ?? userID, collectedAt: collectedAt)
    }

    /// By which the ids of jobs tell it from others.
    func name(_ connection: ConnectionID, topicOf: (RecordPlace.Topic) -> String) -> String {
        uploadID == nil
            ? "rules/\(place.partition)/\(place.offset)/\(connection.string)"
            : "\(topicOf(place.topic))/\(place.partition)/\(place.offset)"
    }
}
