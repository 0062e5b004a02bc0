package import Vocabulary

/// The result of one commit of one partition.
///
/// The whole outcome is one Kafka transaction. The worker produces `records` and writes `changes` to the changelog.
/// After the transaction has committed, the worker writes `changes` to the store. If `unreadable` or `broken` is not
/// nil, no part of the outcome may be produced.
package struct Outcome: Sendable {
    /// The records, in the order in which they must be produced.
    package var records: [OutputRecord] = []
    package var changes: [StateChange] = []
    /// The state changes that are known only after delivery: the offsets of documents.
    ///
    /// They are written after `changes`, and replace changes at the same state keys.
    package var afterDelivery: [StateChange] = []
    package var accounting = Accounting()

    /// The number of leading records and changes that are already handed to the producer.
    package var handedOver = (records: 0, changes: 0)

    /// Whether this commit orders a re-derivation that must follow.
    package var isBehind = false

    /// The refusing topic of each connection whose documents begin to wait in this commit.
    package var refusingTopics: [String] = []

    /// The connections that this commit forgets, including those that it also reopens.
    package var forgotten: [ConnectionID] = []

    /// The first stored value that could not be read, for example because a newer version wrote it.
    ///
    /// If not nil, the outcome is wrong and must not be committed.
    package var unreadable: UnreadableValue?

    /// The check of the invariants, for the records and changes so far.
    var check = OutcomeCheck()

    package init() {}
}
