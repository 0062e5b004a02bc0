import Health

/// The commit cycle of one lane, as a value: events in, actions out.
///
/// It reads no clock and calls nobody. The lane reports what happened, with the time in milliseconds of a clock that never
/// goes back, and carries out the actions in their order before it reports anything else. An action `perform` is answered
/// by `succeeded` or `failed`. When a commit begins, its `Pacing` says.
///
/// A transaction begins when a batch is complete; or before, while nothing is there to be read, so that records are on
/// their way when the commit is due. It ends with the commit, or as soon as the group takes a partition: none outlives the
/// revocation of a partition that it has read.
package struct Cycle: Sendable {
    /// When commits happen and how long calls are repeated.
    package struct Limits: Sendable {
        /// How long input is gathered before it is committed; less when the commit before began so long ago, since
        /// what came meanwhile has waited already.
        package var intervalMilliseconds: Int64 = 100
        /// How far the interval grows while much more waits than one commit takes: fewer commits bring more.
        package var longestIntervalMilliseconds: Int64 = 500
        /// The weight of batches that is committed at once.
        package var batchBytes = 32 << 20
        /// The number of connections, thus of output topics, that is committed at once.
        package var batchConnections = 500
        /// How long a call is repeated before the transaction is given up: less than the transaction's own timeout.
        package var retryMilliseconds: Int64 = 20_000
        /// The same while the group waits for this member.
        package var retryWhileRevokedMilliseconds: Int64 = 10_000
        /// How long a commit may go on after the stop was asked for.
        package var stopMilliseconds: Int64 = 5_000
        /// How long a partition that failed by itself is left alone, the first time; twice as long each next time.
        package var leftAloneMilliseconds: Int64 = 10_000
        package var longestLeftAloneMilliseconds: Int64 = 300_000
        /// How long no transaction begins while input is gathered, after one that had to end before it was due.
        package var aheadPauseMilliseconds: Int64 = 1_000
        /// Fenced again within this time of being back, the lane has a rival and stops.
        package var fencedTwiceMilliseconds: Int64 = 60_000
        /// After this time the broker itself ends a transaction, which looks as if a rival had come.
        package var transactionMilliseconds: Int64 = 30_000

        package init() {}
    }

    /// An assigned partition: how far it is read, and how far that is committed.
    struct Partition {
        /// How far it is on its way from assignment to work.
        enum Phase: Equatable {
            /// Its state is being brought up to date.
            case restoring
            /// Its settings are being read, up to this offset, before any of its uploads.
            case settings(end: Int64)
            /// All its input is read.
            case active
            /// It failed by itself and is not tried again before this time.
            case leftAlone(until: Int64)

            /// Whether its input is taken: its state is there.
            var isRead: Bool {
                switch self {
                case .settings, .active: true
                case .restoring, .leftAlone: false
                }
            }
        }

        var phase = Phase.restoring
        /// Where reading goes on after an abort.
        var committedUploads: Int64 = 0
        var committedConnections: Int64 = 0
        var nextUploads: Int64 = 0
        var nextConnections: Int64 = 0
        /// How far the settings reached when the partition was assigned.
        var settingsEnd: Int64 = 0
        /// How often it was left alone since it was last committed.
        var failures = 0
        /// Whether documents of it must be derived again, since other rules have shaped them.
        var isBehind = false
        /// Whether the group has no offsets of it, and is to have some although nothing more may be read.
        var isUnknown = false
        /// The inputs that are paused, since records from beyond their ends have come.
        var over: Set<Input> = []

        /// Everything of an input before this offset is behind.
        mutating func reach(_ offset: Int64, of input: Input) {
            switch input.topic {
            case .uploads: nextUploads = max(nextUploads, offset)
            case .connections: nextConnections = max(nextConnections, offset)
            }
        }

        /// The same partition before its restore.
        var restarted: Partition { Partition(failures: failures) }
    }

    /// A commit under way, from the end of its batches to that of its transaction.
    struct Commit {
        var step: Step
        var offsets: [Input: Int64]
        let takesBatches: Bool
        /// The partition whose documents it derives again, if that is what it does.
        var rederives: Int32?
        /// Whether nothing is left to be derived again.
        var endsRederivation = false
        /// Whether it takes no input in, but what must be committed before that is.
        var isOrder = false
        /// Whether its transaction begins before its batches are derived, so that records are on their way while further
        /// ones are.
        var handsOverEarly = false
        /// Whether it is gathered on once its transaction has begun.
        var isAhead = false
        /// The partitions that are going, if the group waits for this commit: they are not read again after an abort.
        let revoked: [Int32]?
        var began: Int64
        /// When its transaction began; nil while there is none.
        var transactionBegan: Int64?
        var repetitions = 0

        /// Whether it has records to produce, and changes of state.
        var bringsRecords: Bool { takesBatches || rederives != nil }

        /// The same when its transaction is over, whoever has ended it.
        var ended: Self {
            var ended = self
            ended.transactionBegan = nil
            return ended
        }
    }

    /// A producer that was fenced.
    struct Fence {
        /// When its successor first began a transaction.
        var succeeded: Int64?
    }

    /// What the lane is doing, as far as transactions go.
    enum Flow {
        /// There is no producer; the next attempt is due at this time.
        case closed(dueAt: Int64, attempts: Int)
        case opening(attempts: Int)
        case polling
        case committing(Commit)
        case ended
    }

    let limits: Limits
    /// What is read at most; nil: whatever comes.
    let range: ReplayRange?
    var flow = Flow.closed(dueAt: 0, attempts: 0)
    var hasSubscribed = false
    var partitions: [Int32: Partition] = [:]
    var pacing: Pacing
    var rederivation: RederivationPacing
    /// Whether records may be handed over before all of a commit is derived.
    ///
    /// What stands in the way of some of them then costs an abort, after which a commit finds it out before it begins its
    /// transaction: so the one before must have succeeded.
    var mayHandOverEarly = false
    /// When the transaction began that is open while input is gathered; nil while there is none.
    var openSince: Int64?
    /// None begins while input is gathered before this time.
    var aheadNotBefore: Int64 = 0
    var abortsInARow = 0
    var lastFence: Fence?
    var rebuildsInARow = 0
    /// Whether a producer that was given up may have left a transaction open.
    package internal(set) var mayHaveOpenTransaction = false
    var stopBy: Int64?

    /// A cycle that has neither producer nor partitions; it begins with `tick`.
    ///
    /// - Parameters:
    ///   - limits: When commits happen and how long calls are repeated.
    ///   - range: Where each input ends; nil: nowhere.
    package init(limits: Limits, range: ReplayRange? = nil) {
        self.limits = limits
        self.range = range
        pacing = Pacing(limits)
        rederivation = RederivationPacing(limits)
    }

    /// Whether every assigned partition is past its restore, or left alone.
    package var isRestored: Bool { partitions.values.allSatisfy { $0.phase != .restoring } }
    /// The assigned partitions whose state is not there yet.
    package var restoring: [Int32] { partitions.filter { $0.value.phase == .restoring }.map(\.key) }
    /// Whether records are in hand that no commit has taken.
    package var hasInput: Bool { pacing.hasInput }
    /// Whether the commit under way hands records over while further ones are derived.
    package var handsOverEarly: Bool { if case .committing(let commit) = flow { commit.handsOverEarly } else { false } }
    /// Whether a transaction has begun, of the commit under way or of the next.
    package var isInTransaction: Bool {
        if case .committing(let commit) = flow { commit.transactionBegan != nil } else { openSince != nil }
    }
    /// Whether it has ended, in order or not.
    package var hasEnded: Bool { if case .ended = flow { true } else { false } }
    /// The partitions assigned, ascending.
    package var assigned: [Int32] { partitions.keys.sorted() }
    /// Where reading is in each partition whose uploads are read.
    package var reading: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase == .active {
            offsets[.uploads(number)] = partition.nextUploads
        }
        return offsets
    }
    /// Where reading is in both inputs of each partition that is read whole.
    package var reached: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase == .active {
            offsets[.uploads(number)] = partition.nextUploads
            offsets[.connections(number)] = partition.nextConnections
        }
        return offsets
    }
    /// The offset of an input that is read next; nil while it is not read.
    package func next(_ input: Input) -> Int64? {
        guard let partition = partitions[input.partition], partition.phase.isRead else { return nil }
        return input.topic == .uploads ? partition.nextUploads : partition.nextConnections
    }

    /// Whether a partition's uploads are read.
    package func isActive(_ partition: Int32) -> Bool { partitions[partition]?.phase == .active }

    /// Where each input that is past its restore was last committed.
    package var committed: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase.isRead {
            offsets[.uploads(number)] = partition.committedUploads
            offsets[.connections(number)] = partition.committedConnections
        }
        return offsets
    }
}
