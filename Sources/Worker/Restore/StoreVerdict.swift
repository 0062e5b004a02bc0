package import Store

/// Whether a partition's local store and its changelog belong together, before either is touched.
///
/// The changelog is the truth, and the store a copy of it that saves time. So a store is emptied only where the changelog
/// is known to have all of the state; everything else that does not fit is refused, or adopted when an operator says so.
package enum StoreVerdict: Equatable, Sendable {
    /// The store is good: what the changelog has from this offset on is read into it.
    case read(from: Int64)
    /// The store may lack what the changelog has forgotten, and the changelog has all: it is rebuilt.
    case rebuild(String)
    /// An operator wants what is here, and the store has more of it than the changelog: the changelog is read from this
    /// offset, and then gets everything.
    case writeBack(from: Int64)
    /// What does not fit, with its figures and what to do.
    case refuse(String)

    /// The store of a partition, as far as it matters here.
    package struct Held: Sendable {
        let offset: Int64
        let identity: StateIdentity?
        /// Why it may have missed tombstones, if it may.
        let missed: String?

        /// A store that has the changelog up to this offset.
        package init(offset: Int64, identity: StateIdentity?, missed: String?) {
            self.offset = offset
            self.identity = identity
            self.missed = missed
        }

        /// Whether this store is a copy of what a changelog was before an operator had that adopted as it is now.
        func isSuperseded(by logged: Logged) -> Bool { (identity?.adoptions ?? .max) < logged.identity.adoptions }

        /// Whether the store has more than a changelog, which does not end too early: its newest identity is gone.
        func isAhead(of logged: Logged) -> Bool {
            guard let identity, offset <= logged.stableEnd else { return false }
            return (identity.adoptions, identity.changelogKnown)
                > (logged.identity.adoptions, logged.identity.changelogKnown)
        }

        /// Every commit brings an identity: a store without one has seen an end of the changelog, and no state.
        var isEmpty: Bool { identity == nil }
    }

    /// What a changelog says last of itself, as far as its transactions have ended.
    package struct Logged: Hashable, Sendable {
        let identity: StateIdentity
        /// Where it says so.
        let offset: Int64
        /// Where what has not ended begins.
        let stableEnd: Int64

        /// An identity at this offset, the last before that end.
        package init(_ identity: StateIdentity, at offset: Int64, stableEnd: Int64) {
            self.identity = identity
            self.offset = offset
            self.stableEnd = stableEnd
        }

        /// Whether its writer knew a longer log than this one was then.
        var knewMore: Bool { offset < identity.changelogKnown }
    }

    /// Judges.
    ///
    /// - Parameters:
    ///   - partition: the number.
    ///   - held: the store.
    ///   - logged: what the changelog says last of itself; nil when nothing in it does.
    ///   - log: the changelog's bounds.
    ///   - expected: what the worker expects.
    package init(
        _ partition: Int32,
        held: Held,
        logged: Logged?,
        log: LogBounds,
        expected: ExpectedState
    ) {
        if expected.isAdopting {
            self = Self.adopted(held, logged, log)
        } else if let logged, let mismatch = expected.mismatch(logged.identity, at: partition) {
            self = .refuse("the state in \(log.name) \(mismatch)")
        } else if let identity = held.identity, let mismatch = expected.mismatch(identity, at: partition) {
            self = .refuse("the state directory's state of partition \(partition) \(mismatch)")
        } else {
            self = Self.together(held, logged, log)
        }
    }

    /// Both are this worker's, if they are there.
    private static func together(_ held: Held, _ logged: Logged?, _ log: LogBounds) -> Self {
        if let logged, log.low > logged.identity.changelogBegin {
            return .refuse(
                """
                records of \(log.name) were deleted: it begins at \(log.low), and its state at \
                \(logged.identity.changelogBegin). \
                \(rescue(held, of: log))
                """
            )
        }
        if let logged, logged.knewMore {
            return .refuse(
                """
                the newest state in \(log.name) lies at offset \(logged.offset), and the worker that wrote it knew the topic up \
                to offset \(logged.identity.changelogKnown): the topic was deleted and made again, or lost its newest \
                records, and lacks state. \(rescue(held, of: log))
                """
            )
        }
        if held.isEmpty { return .read(from: log.low) }
        guard let logged else {
            return .refuse(
                """
                the state directory holds state up to offset \(held.offset) of \(log.name), which \(log.extent) and says \
                nothing of that state: was the topic deleted and made again, or emptied? \(rescue(held, of: log))
                """
            )
        }
        guard logged.identity.id == held.identity?.id else {
            return .refuse(
                """
                the state directory holds another state than \(log.name): was the topic deleted and made again? \
                If the topic is right, start with an empty --state-directory, which is filled from it
                """
            )
        }
        if held.isSuperseded(by: logged) { return .rebuild(adoptedMeanwhile) }
        if held.offset > log.high {
            return .refuse(
                """
                the state directory holds state up to offset \(held.offset) of \(log.name), which ends at \(log.high): \
                its newest records were lost. \(rescue(held, of: log))
                """
            )
        }
        if held.isAhead(of: logged) {
            return .refuse(
                """
                the state directory holds state up to offset \(held.offset) of \(log.name), which ends at \(log.high) and \
                has only older state, the newest at offset \(logged.offset): its newest records were lost. \
                \(rescue(held, of: log))
                """
            )
        }
        if held.offset < log.high, let reason = held.missed { return .rebuild(reason) }
        return .read(from: max(held.offset, log.low))
    }

    /// What is there is taken: the changelog where it is whole, else what store and changelog have together.
    private static func adopted(_ held: Held, _ logged: Logged?, _ log: LogBounds) -> Self {
        if held.isEmpty { return .read(from: log.low) }
        guard let logged else { return .writeBack(from: log.low) }
        guard logged.identity.id == held.identity?.id else { return .rebuild("the changelog has another state") }
        let isWhole = log.low <= logged.identity.changelogBegin && !logged.knewMore
        if isWhole, held.isSuperseded(by: logged) { return .rebuild(adoptedMeanwhile) }
        if !isWhole || held.offset > log.high || held.isAhead(of: logged) {
            return .writeBack(from: min(max(held.offset, log.low), log.high))
        }
        if held.offset < log.high, let reason = held.missed { return .rebuild(reason) }
        return .read(from: held.offset)
    }

    private static let adoptedMeanwhile = "another worker has adopted the changelog as it is"

    private static func rescue(_ held: Held, of log: LogBounds) -> String {
        held.isEmpty
            ? """
            Restore the topic, or start the worker whose state directory still has partition \(number(log)) with \
            --adopt-state, which writes it back; without one, --adopt-state goes on with what is left
            """
            : """
            This state directory may be the only copy: keep it. Restore the topic, or start once with --adopt-state, \
            which writes this state back into it
            """
    }

    private static func number(_ log: LogBounds) -> Substring { log.name.split(separator: "[").last?.dropLast() ?? "" }
}
