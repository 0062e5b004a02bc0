/// The uploads of one commit of one partition, merged and not yet derived.
package struct Batch {
    /// One connection's part of a commit.
    struct Work {
        /// What was read of its state and the changes over it.
        var overlay: Overlay
        /// Its settings, as they are now.
        var settings: ConnectionSettings?
        /// Whether the settings changed in this commit.
        var settingsChanged = false
        /// Its accepted uploads, in order.
        var uploads: [AcceptedUpload] = []
        /// The records that its uploads changed, as far as they are settled.
        var changed = ChangedRecords()
        /// What they ask to be posted, in order.
        var requests: [PostRequest] = []
    }

    /// What an accepted upload leaves behind for the documents that it changes.
    struct AcceptedUpload {
        /// Its id.
        var id: UUID128
        /// Its `collected_at`.
        var collectedAt: Double
        /// Its app.
        var appID: [UInt8]?
        /// Its user.
        var userID: [UInt8]?
        /// Where it stands.
        var place: RecordPlace
        /// The settings that it was processed with.
        var settings: ConnectionSettings?
    }

    /// About how many bytes of input and of packed state the batch holds, to bound a commit.
    package var weightBytes = 0
    /// What became of the samples so far.
    package var accounting = Accounting()
    /// The refused records and elements so far, in order.
    var deadLetters: [OutputRecord] = []
    /// The connections' parts, in the order in which they came: changed in place, since each refers to much.
    var works: [Work] = []
    private var indices: [ConnectionID: Int] = [:]

    /// An empty batch.
    package init() {}

    /// How many connections the batch touches, which is how many topics it can touch.
    package var connections: Int { works.count }

    /// The index of a connection's part of the commit, which is opened when it was not.
    mutating func open(_ connection: ConnectionID, _ state: some State) -> Int {
        if let known = indices[connection] { return known }
        var overlay = Overlay(connection, state: state)
        let held = overlay.held(at: Place(.settings), state)
        let settings = held.flatMap(ConnectionSettings.init)
        // A closed connection must not be open because nobody can read that it is closed.
        overlay.check(settings != nil, held, .settings)
        works.append(Work(overlay: overlay, settings: settings))
        indices[connection] = works.count - 1
        return works.count - 1
    }
}
