/// Decides whether records may be handed to the producer before all documents of their commit are derived.
///
/// If a topic turns out to be missing or full, an early hand-over costs an abort, and the next commit checks all topics
/// before it begins its transaction. So an early hand-over is allowed only after a successful commit.
struct Handover: Sendable {
    /// Whether the last commit succeeded.
    var isAllowed = false
    /// Whether a topic has not accepted a record of the open transaction yet.
    var isBlocked = false
    /// The start of the transaction that is open while input is gathered, or nil if none is open.
    var openSince: Int64?
    /// Whether derived records were handed over in the early transaction.
    var hasBegun = false
    /// No early transaction begins before this time.
    var notBefore: Int64 = 0

    /// Whether the transaction of the next commit may begin while input is gathered.
    func mayBegin(at now: Int64) -> Bool { isAllowed && openSince == nil && now >= notBefore }
}
