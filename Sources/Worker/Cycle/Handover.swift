/// Decides whether records may be handed to the producer before all documents of their commit are derived.
///
/// If a topic does not exist or refuses records, an early hand-over costs an abort. So an early hand-over is allowed
/// only after a successful commit.
struct Handover: Sendable {
    /// Whether the last commit succeeded.
    var isAllowed = false
    /// Whether a topic does not accept records of the open transaction yet.
    var isBlocked = false
    /// The start of the transaction that is open while input is gathered, or nil if none is open.
    var openSince: Int64?
    /// Whether records were handed over in the transaction that is open while input is gathered.
    var hasBegun = false
    /// Before this time, no transaction begins while input is gathered.
    var notBefore: Int64 = 0

    /// Whether the transaction of the next commit may begin while input is gathered.
    func mayBegin(at now: Int64) -> Bool { isAllowed && openSince == nil && now >= notBefore }
}
