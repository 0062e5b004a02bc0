import Vocabulary

/// Work on all stored jobs of a connection that is done in steps.
struct ConnectionChore {
    /// The reason for the work, in the order of precedence.
    enum Task: Equatable {
        /// Newer settings: jobs are due at once, and what they drop or erase goes.
        case heed(settingsOffset: Int64)
        /// The connection is off: its jobs are dropped.
        case dropAll
        /// A job was given up: older ones go with it.
        case giveUp(ConnectionRow.GiveUp)
    }

    let connection: ConnectionID
    /// The work, once it has begun.
    var task: Task?
    /// The place from which the work continues.
    var place: Int64 = 0

    init(_ connection: ConnectionID) { self.connection = connection }
}

/// The connections with work, each once.
struct ChoreQueue {
    private var waiting = Fifo<ConnectionID>()
    private var known: Set<ConnectionID> = []
    /// The work that is being done.
    var current: ConnectionChore?

    var isEmpty: Bool { known.isEmpty }
    var count: Int { known.count }

    mutating func add(_ connection: ConnectionID) {
        if known.insert(connection).inserted { waiting.append(connection) }
    }

    /// Makes the next work the current one, unless there is one; returns whether there is work.
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
