package import Observation
package import Store
import Vocabulary

/// The decision whether a partition's local store and its changelog belong together.
///
/// The store is a copy of the changelog that saves time. A store is cleared only if the changelog contains the whole
/// state. Any other mismatch is refused, unless an operator has allowed it (`--adopt-state`).
package enum StoreVerdict: Equatable, Sendable {
    /// Use the store, and read the changelog into it from this offset.
    case read(from: Int64)
    /// Clear the store and rebuild it from the complete changelog, because the store may have missed tombstones.
    case rebuild(String)
    /// Keep the store, which has more state than the changelog: read from this offset, then write all state back.
    case writeBack(from: Int64)
    /// Refuse the partition; the reason contains the values and advice.
    case refuse(Reason)

    /// The store of a partition.
    package struct Held: Sendable {
        let offset: Int64
        let identity: StateIdentity?
        /// The reason why the store may have missed tombstones; nil if it has missed none.
        let missed: String?
        /// The comparison of the changelog with the last identity record that the store knows.
        let comparison: LogComparison

        /// Creates the description of a store that contains the changelog up to this offset.
        package init(
            offset: Int64,
            identity: StateIdentity?,
            missed: String?,
            comparison: LogComparison = .unknown
        ) {
            self.offset = offset
            self.identity = identity
            self.missed = missed
            self.comparison = comparison
        }

        /// The offset at which the changelog has another record than the store's identity; nil if there is none.
        ///
        /// If there is no record at the offset, another owner of the partition can have written a newer identity.
        var foreignOffset: Int64? { if case .other(let mark, .some) = comparison { mark.offset } else { nil } }

        /// Whether another worker has adopted the changelog (`--adopt-state`) after this store was copied from it.
        func isSuperseded(by logged: Logged) -> Bool { (identity?.adoptions ?? .max) < logged.identity.adoptions }

        /// Whether the store has newer state than the changelog, although the changelog is long enough.
        func isAhead(of logged: Logged) -> Bool {
            guard let identity, offset <= logged.stableEnd else { return false }
            return (identity.adoptions, identity.changelogKnown)
                > (logged.identity.adoptions, logged.identity.changelogKnown)
        }

        /// Whether the store has no state, because every commit writes an identity.
        var isEmpty: Bool { identity == nil }
    }

    /// The newest state identity in the committed part of a changelog.
    package struct Logged: Hashable, Sendable {
        let identity: StateIdentity
        /// The offset of the identity.
        let offset: Int64
        /// The last stable offset of the changelog.
        let stableEnd: Int64

        package init(_ identity: StateIdentity, at offset: Int64, stableEnd: Int64) {
            self.identity = identity
            self.offset = offset
            self.stableEnd = stableEnd
        }

        /// Whether this is the record of a store's identity.
        package func isRecord(of identity: StateIdentity?, at offset: Int64) -> Bool {
            self.offset == offset && self.identity == identity
        }

        /// Whether the writer of the identity knew a longer log, so that the topic was recreated or truncated.
        var knewMore: Bool { offset < identity.changelogKnown }
    }

    /// Compares a store with its changelog.
    ///
    /// `logged` is the newest identity in the changelog; nil if there is none. `log` has the bounds of the changelog.
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
            self = .refuse(mismatch.after("the state in \(log.name) "))
        } else if let identity = held.identity, let mismatch = expected.mismatch(identity, at: partition) {
            self = .refuse(mismatch.after("the state directory's state of partition \(partition) "))
        } else {
            self = Self.together(held, logged, log)
        }
    }

    /// Compares store and changelog when both belong to this worker, or when one is missing.
    private static func together(_ held: Held, _ logged: Logged?, _ log: LogBounds) -> Self {
        if let logged, log.low > logged.identity.changelogBegin {
            return .refuse(
                Reason(
                    .stateTruncated,
                    """
                    records of \(log.name) were deleted: it begins at \(log.low), and its state at \
                    \(logged.identity.changelogBegin). \
                    \(rescue(held, of: log))
                    """
                )
            )
        }
        if let logged, logged.knewMore {
            return .refuse(
                Reason(
                    .stateTruncated,
                    """
                    the newest state in \(log.name) lies at offset \(logged.offset), and the worker that wrote it knew the topic up \
                    to offset \(logged.identity.changelogKnown): the topic was deleted and made again, or lost its newest \
                    records, and lacks state. \(rescue(held, of: log))
                    """
                )
            )
        }
        if held.isEmpty { return .read(from: log.low) }
        guard let logged else {
            return .refuse(
                Reason(
                    .stateTruncated,
                    """
                    the state directory holds state up to offset \(held.offset) of \(log.name), which \(log.extent) and says \
                    nothing of that state: was the topic deleted and made again, or emptied? \(rescue(held, of: log))
                    """
                )
            )
        }
        return compared(held, logged, log)
    }

    /// Compares a store with a changelog that is complete according to its newest identity.
    private static func compared(_ held: Held, _ logged: Logged, _ log: LogBounds) -> Self {
        guard logged.identity.id == held.identity?.id else {
            return .refuse(
                Reason(
                    .stateReplaced,
                    """
                    the state directory holds another state than \(log.name): was the topic deleted and made again? \
                    If the topic is right, start with an empty --state-directory, which is filled from it. If the state \
                    directory is right, recreate the topic empty before you start with --adopt-state
                    """
                )
            )
        }
        if held.isSuperseded(by: logged) { return .rebuild(adoptedMeanwhile) }
        if let offset = held.foreignOffset {
            return .refuse(
                Reason(
                    .stateReplaced,
                    """
                    \(log.name) has another record at offset \(offset) than the last one that the state directory knows: the \
                    topic was deleted and made again, or is another copy. \(rescue(held, of: log))
                    """
                )
            )
        }
        if held.offset > log.high {
            return .refuse(
                Reason(
                    .stateTruncated,
                    """
                    the state directory holds state up to offset \(held.offset) of \(log.name), which ends at \(log.high): \
                    its newest records were lost. \(rescue(held, of: log))
                    """
                )
            )
        }
        if held.isAhead(of: logged) {
            return .refuse(
                Reason(
                    .stateTruncated,
                    """
                    the state directory holds state up to offset \(held.offset) of \(log.name), which ends at \(log.high) and \
                    has only older state, the newest at offset \(logged.offset): its newest records were lost. \
                    \(rescue(held, of: log))
                    """
                )
            )
        }
        if held.offset < log.high, let reason = held.missed { return .rebuild(reason) }
        return .read(from: max(held.offset, log.low))
    }

    /// Decides for `--adopt-state`: uses the changelog if it is complete, and otherwise also the store.
    private static func adopted(_ held: Held, _ logged: Logged?, _ log: LogBounds) -> Self {
        if held.isEmpty { return .read(from: log.low) }
        // Records without an identity belong to no state, and would replace newer records of the store.
        guard let logged else { return .writeBack(from: log.high) }
        guard logged.identity.id == held.identity?.id else { return .rebuild("the changelog has another state") }
        let isWhole = log.low <= logged.identity.changelogBegin && !logged.knewMore
        if isWhole, held.isSuperseded(by: logged) { return .rebuild(adoptedMeanwhile) }
        if held.foreignOffset != nil { return .writeBack(from: log.high) }
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
