package import Vocabulary

/// One connection of a partition's state, for readers: its documents are derived again, and nothing is changed.
///
/// All members are functions of the state and the rules; once the reader's budget is spent, they are incomplete. A
/// document that a reader gets is the document that the records before the state's input offset make.
package struct ShownConnection {
    package let connection: ConnectionID
    /// The settings; nil if the connection has none.
    package let settings: ConnectionSettings?
    /// The topic for which the documents wait; nil if they do not wait.
    package let owed: OwedConnection?
    /// Whether the documents must be derived again, because the rules or the settings have changed.
    package let isRederiving: Bool
    /// The connection's horizon as a UTC day; nil if no sample was dropped yet.
    package let horizonDay: Day?
    /// The newest `collected_at`, in seconds since 2001; nil without an accepted upload.
    package let collectedAt: Double?
    /// The number of documents that have frozen.
    package let frozenCount: Int
    /// The first value that cannot be read; the other members are then wrong.
    package let unreadable: UnreadableValue?

    let rules: Rules
    let zones: ZoneTable
    /// The budget of the reader, which the work here asks between its steps.
    let budget: ReadBudget
    private let state: any PartitionState

    /// Reads a connection; nil if the state has nothing of it.
    package init?(
        _ connection: ConnectionID,
        of state: any PartitionState,
        rules: Rules,
        zones: ZoneTable,
        within budget: ReadBudget
    ) {
        let own = StateReader(connection, of: state)
        let partition = StateReader(.ofPartition, of: state)
        let summary = own.read(.summary, at: StateKey(.summary)) { ConnectionSummary($0) }
        let settings = own.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }
        if summary.heldBytes == nil, settings.heldBytes == nil { return nil }
        self.connection = connection
        self.rules = rules
        self.zones = zones
        self.budget = budget
        self.state = state
        self.settings = settings.meaning
        let known = summary.meaning ?? ConnectionSummary()
        horizonDay = known.horizonDay == .min ? nil : Day(days: known.horizonDay)
        collectedAt = known.newestCollectedAt.isFinite ? known.newestCollectedAt : nil
        frozenCount = known.frozenCount
        owed = partition.read(.owed, at: .owed(connection)) { OwedConnection($0) }.meaning
        isRederiving =
            partition.heldBytes(at: PendingRederivation.stateKey(connection)) != nil
            || PartitionSummary(partition)?.isBehind(for: connection, DocumentRules(rules)) ?? false
        unreadable = own.unreadable ?? partition.unreadable
    }

    /// Whether a document may differ from its published version without a fault.
    package var isPending: Bool { isRederiving || owed != nil }

    /// Returns the state of the connection, without anything that was read before.
    func fresh() -> ConnectionState {
        ConnectionState(StateReader(connection, of: state), rules: rules, zones: zones)
    }

    /// Returns the newest `collected_at` in a stored summary, in seconds since 2001; nil if there is none.
    package static func collectedAt(inSummary bytes: [UInt8]) -> Double? {
        ConnectionSummary(bytes).flatMap { $0.newestCollectedAt.isFinite ? $0.newestCollectedAt : nil }
    }
}

extension PartitionSummary {
    /// Whether a re-derivation by these rules has not come to a connection yet.
    fileprivate func isBehind(for connection: ConnectionID, _ own: DocumentRules) -> Bool {
        if rules != own { return true }
        guard let position else { return false }
        return position.connection.map { $0 <= connection } ?? true
    }
}
