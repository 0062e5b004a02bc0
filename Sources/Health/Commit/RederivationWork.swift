import Vocabulary

/// The progress and the outcome of one commit of a re-derivation.
struct RederivationWork {
    /// The maximum number of connections that publish records in one commit, because each can have its own topic.
    private static let connectionsMax = 500

    var outcome = Outcome()
    /// Whether the last derived connection had accepted uploads before this commit.
    private(set) var isKnown = false
    private var budgetBytes: Int
    /// The number of connections that have published records.
    private var published = 0
    private let commit: RederivationCommit
    private let state: any PartitionState
    private let rules: Rules
    private let zones: ZoneTable
    private let refusals: [String: String]
    /// The connections whose documents begin to wait for a topic that refuses documents.
    private(set) var owed: [OwedConnection] = []
    /// The connections that already waited, with the kinds of topics where their documents must be published again.
    private(set) var postponed: [(connection: ConnectionID, republished: [FormRoute])] = []

    init(
        _ commit: RederivationCommit,
        over state: any PartitionState,
        rules: Rules,
        zones: ZoneTable,
        refusals: [String: String],
        budgetBytes: Int
    ) {
        self.commit = commit
        self.state = state
        self.rules = rules
        self.zones = zones
        self.refusals = refusals
        self.budgetBytes = budgetBytes
    }

    var mayGoOn: Bool { budgetBytes > 0 && published < Self.connectionsMax && outcome.unreadable == nil }

    /// Derives a connection's documents until the budget is used up.
    ///
    /// Returns the day to resume at, or nil if done.
    mutating func derive(_ connection: ConnectionID, from day: Int32?, republished: [FormRoute]) -> Int32? {
        let reader = StateReader(connection, of: state)
        var part = ConnectionCommit(reader, rules: rules, zones: zones, refusals: refusals, isBehind: true)
        part.publication.republished = republished
        isKnown = part.state.isKnown
        var next: Int32?
        if part.isOwed {
            budgetBytes -= 256
            if let new = part.owe() {
                owed.append(new)
            } else if !republished.isEmpty {
                postponed.append((connection, republished))
            }
        } else {
            next = part.rederive(commit, from: day, budgetBytes: &budgetBytes)
        }
        let records = part.records()
        if !records.isEmpty { published += 1 }
        outcome.records += records
        outcome.changes += part.changes()
        outcome.unreadable = outcome.unreadable ?? part.unreadable
        return next
    }
}
