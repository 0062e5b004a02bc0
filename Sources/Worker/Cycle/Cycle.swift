import Vocabulary

/// The commit cycle of one lane: a state machine that turns events into actions.
///
/// The cycle reads no clock and makes no calls. The lane reports each event with a monotonic time in milliseconds, and
/// performs the returned actions in order before it reports the next event. The lane reports the result of each
/// `perform` action with `succeeded` or `failed`.
///
/// A commit has these steps: derive the documents, prepare topics, begin the transaction, produce, send offsets,
/// commit. To save time, a transaction may begin before the documents are derived, or even while input still arrives
/// (`beginAhead`). A transaction ends with its commit, or as soon as the group revokes a partition.
package struct Cycle: Sendable {
    /// The limits for the size and interval of commits, and for retries.
    package struct Limits: Sendable {
        /// How long input is gathered before it is committed.
        ///
        /// If no backlog is left, the time counts from the beginning of the previous commit.
        package var intervalMilliseconds: Int64 = 100
        /// The longest interval with a backlog, when fewer and larger commits are more efficient.
        package var longestIntervalMilliseconds: Int64 = 500
        /// The size of the batches, in bytes, that triggers a commit.
        package var batchBytes = 32 << 20
        /// The number of connections in the batches that triggers a commit, because each can need its own output topic.
        package var batchConnections = 500
        /// How long a failed call is retried before the transaction is aborted; less than the transaction timeout.
        package var retryMilliseconds: Int64 = 20_000
        /// How long a failed call is retried while the group waits for this member.
        package var retryWhileRevokedMilliseconds: Int64 = 10_000
        /// How long a commit may continue after a stop was requested.
        package var stopMilliseconds: Int64 = 5_000
        /// The pause before a failed partition is restored again; it doubles with each further failure.
        package var leftAloneMilliseconds: Int64 = 10_000
        package var longestLeftAloneMilliseconds: Int64 = 300_000
        /// How long before the commit derived records are handed over, if the transaction began while input arrived.
        ///
        /// The time is long enough for two or three requests that add partitions to the transaction.
        package var handOverMilliseconds: Int64 = 25
        /// The pause after `mustWait`, in which no transaction begins while input still arrives.
        package var aheadPauseMilliseconds: Int64 = 1_000
        /// If a lane is fenced again within this time after its recovery, it stops: a second worker has its name.
        package var fencedTwiceMilliseconds: Int64 = 60_000
        /// The transaction timeout, after which the broker itself fences the producer.
        package var transactionMilliseconds: Int64 = 30_000

        package init() {}
    }

    /// An assigned partition, with its read and committed offsets.
    struct Partition {
        /// The phases of a partition between assignment and normal work.
        enum Phase: Equatable {
            /// The state is being restored.
            case restoring
            /// The settings are being read up to this offset, before any upload.
            case settings(end: Int64)
            /// Uploads and settings are being read.
            case active
            /// The partition failed and is not restored before this time.
            case leftAlone(until: Int64)

            /// Whether input is read, which requires the restored state.
            var isRead: Bool {
                switch self {
                case .settings, .active: true
                case .restoring, .leftAlone: false
                }
            }
        }

        var phase = Phase.restoring
        var committedUploads: Int64 = 0
        var committedConnections: Int64 = 0
        var nextUploads: Int64 = 0
        var nextConnections: Int64 = 0
        /// The end offset of the settings' partition at the time of the assignment.
        var settingsEnd: Int64 = 0
        /// The number of failures since the last commit.
        var failures = 0
        /// Whether the partition has documents that were derived under other rules.
        var isBehind = false
        /// Whether a replay must commit offsets even if there is nothing to read, because the group has no offsets yet.
        var isUnknown = false
        /// The inputs that are paused because a record beyond the end of the range was read.
        var over: Set<Input> = []

        /// Raises the next offset of an input; all records before it are read.
        mutating func reach(_ offset: Int64, of input: Input) {
            switch input.topic {
            case .uploads: nextUploads = max(nextUploads, offset)
            case .connections: nextConnections = max(nextConnections, offset)
            }
        }

        /// A partition that is not restored yet, with the same number of failures.
        var restarted: Partition { Partition(failures: failures) }
    }

    /// A commit in progress.
    struct Commit {
        var step: Step
        var offsets: [Input: Int64] = [:]
        var takesBatches = false
        /// The partition whose documents the commit derives again, or nil for a commit of uploads.
        var rederives: Int32?
        /// Whether all documents of the partition are derived again after this commit.
        var endsRederivation = false
        /// Whether the transaction begins before the batches are derived, so that derived records are sent early.
        var handsOverEarly = false
        /// Whether the lane continues to gather input after the transaction has begun.
        var isAhead = false
        /// The partitions that the group revokes while it waits for this commit; an abort does not read them again.
        var revoked: [Int32]?
        var began: Int64
        /// When the transaction began, or nil before it began.
        var transactionBegan: Int64?
        var repetitions = 0

        /// Whether the commit has records to produce and state to change.
        var bringsRecords: Bool { takesBatches || rederives != nil }

        /// This commit with its transaction marked as ended.
        var ended: Self {
            var ended = self
            ended.transactionBegan = nil
            return ended
        }
    }

    /// A fencing of the producer.
    struct Fence {
        /// When the next producer first began a transaction, or nil if it has not begun one.
        var succeeded: Int64?
    }

    /// The phases of the lane: without a producer, reading input, committing, or ended.
    enum Flow {
        /// No producer exists; at `dueAt`, the next attempt to create a producer is due.
        case closed(dueAt: Int64, attempts: Int)
        case opening(attempts: Int)
        case polling
        case committing(Commit)
        case ended
    }

    let limits: Limits
    /// The offsets that a replay reads, or nil without a limit.
    let range: ReplayRange?
    var flow = Flow.closed(dueAt: 0, attempts: 0)
    var hasSubscribed = false
    var partitions: [Int32: Partition] = [:]
    var pacing: Pacing
    var rederivation: RederivationPacing
    var handover = Handover()
    var abortsInARow = 0
    var lastFence: Fence?
    var rebuildsInARow = 0
    /// Whether a replaced producer may have left a transaction open.
    package internal(set) var mayHaveOpenTransaction = false
    var stopBy: Int64?

    /// Creates a cycle without producer and partitions; the first `tick` creates the producer.
    ///
    /// A nil `range` means to read without end.
    package init(limits: Limits, range: ReplayRange? = nil) {
        self.limits = limits
        self.range = range
        pacing = Pacing(limits)
        rederivation = RederivationPacing(limits)
    }

    /// Whether no assigned partition is being restored; failed partitions that wait for a retry do not count.
    package var isRestored: Bool { partitions.values.allSatisfy { $0.phase != .restoring } }
    package var restoring: [Int32] { partitions.filter { $0.value.phase == .restoring }.map(\.key) }
    /// Whether the batches hold records that are not in a commit yet.
    package var hasInput: Bool { pacing.hasInput }
    /// Whether a transaction is open, for the current commit or the next one.
    package var isInTransaction: Bool {
        if case .committing(let commit) = flow { commit.transactionBegan != nil } else { handover.openSince != nil }
    }
    /// Whether a commit is being made.
    package var isCommitting: Bool { if case .committing = flow { true } else { false } }
    /// Whether derived records are handed over before all documents are derived.
    package var handsOver: Bool { isInTransaction && !handover.isBlocked }
    /// Whether the cycle has ended, normally or with an error.
    package var hasEnded: Bool { if case .ended = flow { true } else { false } }
    package var assigned: [Int32] { partitions.keys.sorted() }
    /// The next offsets of both inputs of each active partition.
    package var reached: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase == .active {
            offsets[.uploads(number)] = partition.nextUploads
            offsets[.connections(number)] = partition.nextConnections
        }
        return offsets
    }
    /// Returns the next offset of an input, or nil if the input is not read.
    package func next(_ input: Input) -> Int64? {
        guard let partition = partitions[input.partition], partition.phase.isRead else { return nil }
        return input.topic == .uploads ? partition.nextUploads : partition.nextConnections
    }

    /// Whether the uploads of a partition are being read.
    package func isActive(_ partition: Int32) -> Bool { partitions[partition]?.phase == .active }

    /// The committed offsets of each partition whose input is read.
    package var committed: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase.isRead {
            offsets[.uploads(number)] = partition.committedUploads
            offsets[.connections(number)] = partition.committedConnections
        }
        return offsets
    }
}
