import Health
import Kafka
import Observation
import Store
import System

/// The consumer, the transactional producer and the partition state of one thread.
///
/// A lane performs the actions of its `Cycle` and reports their results; all decisions that a test without Kafka can
/// check are in the cycle. Everything runs on the lane's thread, except restores, which run on threads of their own.
/// The lane is a class, because librdkafka calls the rebalance callback in the middle of a poll and the callback
/// changes the same lane.
final class Lane {
    /// The longest time for one call, after which the stop flag is checked again.
    static let callMilliseconds: Int32 = 3_000
    static let pollMilliseconds: Int64 = 50
    /// The longest poll during a restore.
    ///
    /// Short, so that restored partitions are taken over quickly.
    static let restoringPollMilliseconds: Int64 = 5

    /// Larger than the default, because the core can recurse deeply.
    static let stackBytes = 16 << 20

    let number: Int
    let options: WorkerOptions
    var clients: ClientProperties
    let topics: TopicNames
    let clocks: Clocks
    let observer: Observer
    let status: LaneStatus
    let consumer: Consumer
    let admin: Admin
    var producer: Producer?
    /// Whether the producer has not completed `initTransactions` yet.
    var isProducerOpening = false
    var obstacles = Obstacles()
    var outputTopics: OutputTopics
    /// Whether the missing right to describe topic settings was logged.
    var hasSaidLackOfRight = false
    /// Whether the missing right to read document topics was logged.
    var hasSaidLackOfReadRight = false
    /// Created at its first use.
    var recordSearch: RecordSearch?
    var processor: Processor
    var cycle: Cycle
    /// The actions of the cycle that are not performed yet.
    private var pending: [Action] = []
    private var isPerforming = false
    let database: Database
    /// A cache of values read from the stores.
    let stateCache: StateCache
    let tombstoneMilliseconds: Int64
    let expectedState: ExpectedState
    var stores: [Int32: RocksStore] = [:]
    /// The state identity of each restored partition, with the offsets that were last sent.
    var identities: [Int32: StateIdentity] = [:]
    /// The replay totals of each restored partition.
    var tallies: [Int32: LaneTally] = [:]
    var storeWatch: StoreWatch
    var assignmentWait = AssignmentWait()
    var hasJoined = false
    var backlog = Backlog()
    var batches: [Int32: Batch] = [:]
    var outcomes: [(partition: Int32, outcome: Outcome)] = []
    var uncommitted = UncommittedInput()
    /// The uncommitted input of the batches that the current commit takes.
    var committing = UncommittedInput()
    var restores = Restores()
    /// The counts of each uncommitted upload.
    ///
    /// Filled only at log level `debug`.
    var accounts: [UploadAccount] = []
    var rederivations = Rederivations()
    /// The partition of the current commit of re-derivation, with its number of finished connections (nil: all).
    var rederiving: (partition: Int32, done: Int?)?
    /// The output partitions for which the current commit contains only a republish marker.
    var ordered: [TopicPartition] = []
    let readiness: Readiness
    let sweep: StoreSweep
    var isReady = false
    /// The partitions that were last logged as assigned to this lane.
    var owned: [Int32] = []
    /// Whether subscribing must be repeated, because no broker answered.
    var needsSubscription = false
    var positions = PositionWatch()
    var failing = Failing()
    /// The inputs for which the group has committed offsets.
    var groupOffsets = GroupOffsets()
    /// When the group's offsets were last requested without a commit.
    var askedGroup: Int64 = 0
    /// The last records that were read from each input.
    var lastRead = InputMarks()
    /// The last error, for the message at the end.
    var lastError: KafkaError?
    /// The error that makes the store unusable.
    var storeFailure: StoreError?
    var failure: String?
    /// Whether the group has fenced this member.
    var isFenced = false
    /// Whether a new lane would fail with the same error, so that the process must end.
    var isFinal = false
    var stateRecords = 0
    var commitBegan: Int64 = 0
    /// When the commit began, by the wall clock.
    var commitBeganWall: Int64 = 0

    init(
        number: Int,
        options: WorkerOptions,
        plan: TopicPlan,
        database: Database,
        readiness: Readiness,
        sweep: StoreSweep,
        processor: consuming Processor,
        clocks: Clocks,
        observer: Observer,
        status: LaneStatus
    ) throws(KafkaError) {
        self.number = number
        self.options = options
        self.clocks = clocks
        self.observer = observer
        self.status = status
        self.processor = processor
        self.database = database
        stateCache = StateCache(maxBytes: options.memory.stateCacheBytes)
        self.readiness = readiness
        self.sweep = sweep
        tombstoneMilliseconds = plan.tombstoneMilliseconds
        expectedState = plan.expectedState
        storeWatch = StoreWatch(tombstoneMilliseconds: tombstoneMilliseconds)
        clients = ClientProperties(options: options, lane: number, limits: plan.limits)
        topics = options.topics
        var limits = options.limits
        limits.transactionMilliseconds = clients.transactionMilliseconds
        // A transaction that its broker has timed out cannot be retried.
        limits.retryMilliseconds = min(limits.retryMilliseconds, clients.transactionMilliseconds * 2 / 3)
        limits.retryWhileRevokedMilliseconds = min(limits.retryWhileRevokedMilliseconds, limits.retryMilliseconds)
        limits.batchBytes = min(limits.batchBytes, options.memory.batchBytes)
        cycle = Cycle(limits: limits, range: options.replay?.end)
        outputTopics = OutputTopics(options: options, partitions: plan.partitions)
        let report = ClientReports.sink(observer)
        let reports = LaneReports(number, observer, status, clocks)
        consumer = try Consumer(clients.consumer) { reports.note($0) }
        admin = try Admin(clients.admin, isolation: .uncommitted, onEvent: report)
    }

    /// Runs the lane until it is asked to stop or fails.
    func run() {
        while !cycle.hasEnded {
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            if status.isStopRequested { perform(cycle.stopRequested(at: now)) }
            if cycle.nextTick <= now { tick(at: now) }
            if needsSubscription { subscribe() }
            if restores.areRunning { takeRestored() }
            if backlog.isDue(at: now) { noteLag(at: now) }
            if !cycle.hasEnded { poll() }
        }
        close()
    }

    private func tick(at now: Int64) {
        producer?.poll(timeoutMilliseconds: 0)
        admin.poll(timeoutMilliseconds: 0)
        noteInStep(at: now)
        noteFailing(at: now)
        lookForReplacedInputs(at: now)
        if cycle.hasSubscribed, assignmentWait.look(hasPartitions: !owned.isEmpty, at: now) {
            observer.waitingForPartitions(lane: number, sessionSeconds: sessionSeconds)
        }
        perform(cycle.tick(positions: currentPositions(), at: now))
    }

    /// Performs actions in order.
    ///
    /// Actions that arrive while one is performed are appended.
    func perform(_ actions: [Action]) {
        pending += actions
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !pending.isEmpty {
            let action = pending.removeFirst()
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            switch action {
            case .perform(let step):
                let next = attempt(step)
                pending += next
            case .performAgain(let step, let pause):
                clocks.sleep(milliseconds: pause)
                if status.isStopRequested { pending += cycle.stopRequested(at: now) }
                let next = attempt(step)
                pending += next
            case .subscribe: subscribe()
            case .restore(let partitions): beginRestore(partitions)
            case .suspend: suspend()
            case .seek(let offsets): seek(offsets)
            case .resume(let inputs): resume(inputs)
            case .pause(let inputs): pause(inputs)
            case .leaveAlone(let partitions): leave(partitions)
            case .drop: drop()
            case .apply: apply(at: now)
            case .release(let partitions): release(partitions)
            case .end: break
            case .fail(let reason): fail(reason)
            }
        }
    }

    private var sessionSeconds: Double { Double(clients.sessionMilliseconds) / 1_000 }

    private func close() {
        if !options.isDynamic, !options.isEmbedded, !isFenced, !owned.isEmpty {
            observer.partitionsKept(lane: number, owned.sorted(), sessionSeconds: sessionSeconds)
        }
        endRestores()
        forgetFailing()
        forgetRederivations()
        _ = consumer.close(timeoutMilliseconds: Self.callMilliseconds) { self.unassignAll($0) }
        // A static member gets no revoke when it closes.
        noteRevoked(owned, isLost: false)
        producer = nil
        observer.backlogGone(lane: number)
        status.finish(
            failure.map {
                isFenced ? .fenced($0, leavesOpen: cycle.mayHaveOpenTransaction) : .failed($0, isFinal: isFinal)
            } ?? .done
        )
    }

    private func fail(_ reason: Failure) {
        let cause = lastError.map { ": \($0.withAdvice)" } ?? ""
        isFenced = reason == .consumer && lastError?.code == .fencedInstance
        isFinal = reason == .fencedTwice || storeFailure != nil || lastError?.isForPerson ?? false
        failure =
            switch reason {
            case .fencedTwice:
                "lane \(number): another worker uses the instance id \(options.instanceID) in the group "
                    + "\(options.groupID): give each its own --group-instance-id or --state-directory\(cause)"
            case .unfinished:
                "lane \(number): a transaction could be neither committed nor aborted before the end: its records stay "
                    + "invisible. The next start or the broker's timeout ends it, and the input is read again\(cause)"
            case .consumer: "lane \(number): the consumer cannot continue\(cause)"
            case .refused: failure ?? "lane \(number) cannot continue\(storeFailure.map { ": \($0)" } ?? cause)"
            }
    }
}
