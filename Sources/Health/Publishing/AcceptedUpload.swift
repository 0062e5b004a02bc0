/// What an upload that was taken leaves behind for the documents that it changes.
struct AcceptedUpload {
    var id: UUID128
    var collectedAt: Double
    var appID: [UInt8]?
    var userID: [UInt8]?
    var place: RecordPlace
    /// The settings that it was processed with.
    var settings: ConnectionSettings?

    /// An upload by its head.
    init(_ head: borrowing UploadHead, at place: RecordPlace, settings: ConnectionSettings?) {
        id = head.id
        collectedAt = head.collectedAt
        appID = head.appID
        userID = head.userID
        self.place = place
        self.settings = settings
    }

    /// As the cause of a document of its connection.
    func attribution(_ connection: ConnectionID) -> Attribution {
        Attribution(connection: connection, userID: settings?.userID ?? userID, collectedAt: collectedAt)
    }
}
