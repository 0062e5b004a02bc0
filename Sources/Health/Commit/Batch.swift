/// The uploads of one commit of one partition, merged and not yet derived.
package struct Batch {
    /// One connection's part of a commit.
    struct ConnectionCommit {
        /// What was read of its state and the changes over it.
        var loaded: LoadedState
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
        var id: UUID128
        var collectedAt: Double
        var appID: [UInt8]?
        var userID: [UInt8]?
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
    var connectionCommits: [ConnectionCommit] = []
    private var indices: [ConnectionID: Int] = [:]

    package init() {}

    /// How many connections the batch touches, which is how many topics it can touch.
    package var connections: Int { connectionCommits.count }

    /// The index of a connection's part of the commit, which is opened when it was not.
    mutating func open(_ connection: ConnectionID, _ state: some PartitionState) -> Int {
        if let known = indices[connection] { return known }
        var loaded = LoadedState(connection, state: state)
        let held = loaded.held(at: StateKey(.settings), state)
        let settings = held.flatMap(ConnectionSettings.init)
        // A closed connection must not be open because nobody can read that it is closed.
        loaded.check(settings != nil, held, .settings)
        connectionCommits.append(ConnectionCommit(loaded: loaded, settings: settings))
        indices[connection] = connectionCommits.count - 1
        return connectionCommits.count - 1
    }
}
