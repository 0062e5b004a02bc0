import Vocabulary

/// Checks an outcome before it is produced, so that a defect of this program publishes nothing.
///
/// The invariants:
///
/// - The accounting balances.
/// - The state changes of a connection are adjacent and ascend by state key. So each state key occurs once.
/// - No two document records have the same topic and key. A connection that is forgotten and reopened in the commit is
///   the exception: its documents can be deleted and then published again.
///
/// Parts of an outcome are produced while it grows. So each call checks only records and changes that were added since
/// the last call.
struct OutcomeCheck: Sendable {
    private struct DocumentKey: Hashable {
        let topic: Int
        let key: ByteString
    }

    /// The first broken invariant; if not nil, the outcome must not be produced.
    private(set) var broken: BrokenInvariant?
    /// The number of leading records and changes that are checked.
    private var checked = (records: 0, changes: 0)
    /// Whether the last checked record of each document key is a deletion.
    private var documents: [DocumentKey: Bool] = [:]
    /// The number of each document topic, so that hashing a `DocumentKey` does not hash the name of the topic.
    private var topics: [String: Int] = [:]
    private var lastTopic = (name: "", number: -1)
    /// The connections whose changes were checked.
    private var owners: Set<ConnectionID> = []
    private var lastOwner: ConnectionID?
    private var lastStateKey = StateKey(head: 0)

    init() {}

    /// Checks the accounting, and the records and changes that were added since the last call.
    mutating func look(
        at records: [OutputRecord],
        _ changes: [StateChange],
        _ accounting: Accounting,
        forgotten: [ConnectionID]
    ) {
        if !accounting.isBalanced {
            note(.accountingUnbalanced(samplesIn: accounting.samplesIn, outcomes: accounting.outcomes))
        }
        look(at: records.span.extracting(checked.records..<records.count), mayComeAgain: !forgotten.isEmpty)
        for index in checked.changes..<changes.count {
            look(at: changes[index].stateKey, of: changes[index].connection)
        }
        checked = (records.count, changes.count)
    }

    /// Frees the memory of a check that is complete.
    mutating func end() {
        (documents, topics, owners) = ([:], [:], [])
    }

    /// Checks records through a span, because a plain subscript would copy each record.
    private mutating func look(at records: Span<OutputRecord>, mayComeAgain: Bool) {
        documents.reserveCapacity(documents.count + records.count)
        for index in records.indices where records[index].kind == .document {
            guard let key = records[index].key else { continue }
            if records[index].topic != lastTopic.name { number(records[index].topic) }
            let isDeletion = records[index].value == nil
            let documentKey = DocumentKey(topic: lastTopic.number, key: ByteString(key))
            guard let wasDeletion = documents.updateValue(isDeletion, forKey: documentKey) else { continue }
            if !(mayComeAgain && wasDeletion && !isDeletion) { note(.documentRepeated) }
        }
    }

    private mutating func number(_ topic: String) {
        lastTopic = (topic, topics[topic, default: topics.count])
        topics[topic] = lastTopic.number
    }

    private mutating func look(at stateKey: StateKey, of owner: ConnectionID) {
        if owner != lastOwner {
            lastOwner = owner
            if !owners.insert(owner).inserted { note(.stateKeysOutOfOrder(stateKey.kind)) }
        } else if stateKey == lastStateKey {
            note(.stateKeyRepeated(stateKey.kind))
        } else if stateKey < lastStateKey {
            note(.stateKeysOutOfOrder(stateKey.kind))
        }
        lastStateKey = stateKey
    }

    private mutating func note(_ invariant: BrokenInvariant) {
        if broken == nil { broken = invariant }
    }
}

extension Outcome {
    /// The first broken invariant; if not nil, the outcome must not be produced.
    package var broken: BrokenInvariant? { check.broken }

    /// Checks the records and changes that were added since the last call.
    ///
    /// Records and changes that were checked must not be changed afterwards.
    package mutating func checkGrowth() { check.look(at: records, changes, accounting, forgotten: forgotten) }

    /// Checks the remaining part of a complete outcome.
    package mutating func checkEnd() {
        checkGrowth()
        check.end()
    }
}
