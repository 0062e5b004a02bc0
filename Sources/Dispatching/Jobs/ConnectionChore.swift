import Vocabulary

/// Work on all stored jobs of a connection, done in steps.
struct ConnectionChore {
    /// The reason for the work, in order of precedence.
    enum Task: Equatable {
        /// Newer settings apply. Jobs become due at once, or are dropped or erased as the settings require.
        case applySettings(offset: Int64)
        /// The connection is off, so its jobs are dropped.
        case dropAll
        /// A job was given up, so older jobs are given up too.
        case giveUp(ConnectionRow.GiveUp)
    }

    let connection: ConnectionID
    /// The current task; nil before the work begins.
    var task: Task?
    /// The place from which the work continues.
    var place: Int64 = 0

    init(_ connection: ConnectionID) { self.connection = connection }
}

/// The connections that need work, each once.
struct ChoreQueue {
    private var waiting = Fifo<ConnectionID>()
    private var known: Set<ConnectionID> = []
    /// The work in progress.
    var current: ConnectionChore?

    var isEmpty: Bool { known.isEmpty }
    var count: Int { known.count }

    mutating func add(_ connection: ConnectionID) {
        if known.insert(connection).inserted { waiting.append(connection) }
    }

    /// Takes the next work if none is in progress, and returns whether there is work to do.
    mutating func begin() -> Bool {
        if current == nil, let connection = waiting.popFirst() { current = ConnectionChore(connection) }
        return current != nil
    }

    /// Ends the current work.
    mutating func end() {
        if let current { known.remove(current.connection) }
        current = nil
    }
}
