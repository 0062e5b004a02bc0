import Vocabulary

/// The cause of changes to documents: an accepted upload, or a re-derivation with new rules.
struct Cause {
    /// The upload's id; nil for a re-derivation.
    let uploadID: UUID128?
    let collectedAt: Double
    let appID: [UInt8]?
    let userID: [UInt8]?
    /// The position of the upload's record, or `RederivationCommit.place` for a re-derivation.
    let place: RecordPlace
    /// The connection's settings when the upload was accepted.
    let settings: ConnectionSettings?

    /// Creates the cause for an accepted upload.
    init(_ head: borrowing UploadHead, at place: RecordPlace, settings: ConnectionSettings?) {
        uploadID = head.id
        collectedAt = head.collectedAt
        appID = head.appID
        userID = head.userID
        self.place = place
        self.settings = settings
    }

    /// Creates the cause for a commit of a re-derivation.
    init(_ commit: RederivationCommit, collectedAt: Double, settings: ConnectionSettings?) {
        uploadID = nil
        self.collectedAt = collectedAt
        appID = nil
        userID = nil
        place = commit.place
        self.settings = settings
    }

    /// Returns the fields that the cause contributes to a document.
    func attribution(_ connection: ConnectionID) -> Attribution {
        Attribution(connection: connection, userID: settings?.userID ?? userID, collectedAt: collectedAt)
    }

    /// Returns the unique name of the cause, from which job ids are derived.
    func name(_ connection: ConnectionID, topicOf: (RecordPlace.Topic) -> String) -> String {
        uploadID == nil
            ? "rules/\(place.partition)/\(place.offset)/\(connection.string)"
            : "\(topicOf(place.topic))/\(place.partition)/\(place.offset)"
    }
}
