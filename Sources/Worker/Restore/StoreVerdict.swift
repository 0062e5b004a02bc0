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

        /// Every commit brings an identity: a store without one has seen an end of the changelog, and no state.
        var isEmpty: Bool { identity == nil }
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
        logged: StateIdentity?,
        log: LogBounds,
        expected: ExpectedState
    ) {
        if expected.isAdopting {
            self = Self.adopted(held, logged, log)
        } else if let logged, let mismatch = expected.mismatch(logged, at: partition) {
            self = .refuse("the state in \(log.name) \(mismatch)")
        } else if let identity = held.identity, let mismatch = expected.mismatch(identity, at: partition) {
            self = .refuse("the state directory's state of partition \(partition) \(mismatch)")
        } else {
            self = Self.together(held, logged, log)
        }
    }

    /// Both are this worker's, if they are there.
    private static func together(_ held: Held, _ logged: StateIdentity?, _ log: LogBounds) -> Self {
        if let logged, log.low > logged.changelogBegin {
            return .refuse(
                """
                records of \(log.name) were deleted: it begins at \(log.low), and its state at \(logged.changelogBegin). \
                \(rescue(held, of: log))
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
        guard logged.id == held.identity?.id else {
            return .refuse(
                """
                the state directory holds another state than \(log.name): was the topic deleted and made again? \
                If the topic is right, start with an empty --state-directory, which is filled from it
                """
            )
        }
        if held.offset > log.high {
            return .refuse(
                """
                the state directory holds state up to offset \(held.offset) of \(log.name), which ends at \(log.high): \
                its newest records were lost. \(rescue(held, of: log))
                """
            )
        }
        if held.offset < log.high, let reason = held.missed { return .rebuild(reason) }
        return .read(from: max(held.offset, log.low))
    }

    /// What is there is taken: the changelog where it is whole, else what store and changelog have together.
    private static func adopted(_ held: Held, _ logged: StateIdentity?, _ log: LogBounds) -> Self {
        if held.isEmpty { return .read(from: log.low) }
        guard let logged else { return .writeBack(from: log.low) }
        guard logged.id == held.identity?.id else { return .rebuild("the changelog has another state") }
        let isWhole = log.low <= logged.changelogBegin
        if !isWhole || held.offset > log.high { return .writeBack(from: min(max(held.offset, log.low), log.high)) }
        if held.offset < log.high, let reason = held.missed { return .rebuild(reason) }
        return .read(from: held.offset)
    }

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
