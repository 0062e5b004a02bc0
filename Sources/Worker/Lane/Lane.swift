import Health
import Kafka
import Observation
import System
import Vocabulary

/// A thread with a consumer, a transactional producer and the state of its partitions.
///
/// A lane performs the actions of its `Cycle` and reports the results to the cycle. Restores run on threads of their
/// own. The lane is a class, because librdkafka calls the rebalance callback during a poll, and the callback changes
/// the lane.
final class Lane {
    /// The timeout of a Kafka call; after the call, the lane checks whether it must stop.
    static let callMilliseconds: Int32 = 3_000
    static let pollMilliseconds: Int64 = 50
    /// The maximum time of a poll during a restore, which is short so that restored partitions are read soon.
    static let restoringPollMilliseconds: Int64 = 5

    /// Larger than the default stack size, because the derivation of documents can recurse deeply.
    static let stackBytes = 16 << 20

    let number: Int
    let context: LaneContext
    let status: ComponentStatus
    var clients: ClientProperties
    let consumer: Consumer
    let admin: Admin
    var producer: Producer?
    /// Whether the producer has not completed `initTransactions` yet.
    var isProducerOpening = false
    var outputTopics: OutputTopics
    var documentLogs = DocumentLogs()
    var owed = OwedDocuments()
    var processor: Processor
    var cycle: Cycle
    private var actions = ActionQueue()
    var membership = Membership()
    var restores = Restores()
    var states: PartitionStates
    var batches = Batches()
    var commit = CommitContents()
    /// The last document for each output partition that the current commit has handed to the producer.
    ///
    /// Not in `commit`, because the hand-over of records has exclusive access to `commit`.
    var tails: [TopicPartition: DocumentTail] = [:]
    var obstacles = Obstacles()
    var failing = Failing()
    var rederivations = Rederivations()
    var backlog = Backlog()
    /// The reader that looks up waiting uploads; created at first use.
    var firstRecords: LogReader?
    var ending = Ending()

    init(
        number: Int,
        _ context: LaneContext,
        processor: consuming Processor,
        status: ComponentStatus
    ) throws(KafkaError) {
        let options = context.options
        self.number = number
        self.context = context
        self.status = status
        self.processor = processor
        states = PartitionStates(
            cacheBytes: options.memory.stateCacheBytes,
            tombstoneMilliseconds: context.plan.tombstoneMilliseconds
        )
        clients = ClientProperties(options: options, lane: number, limits: context.plan.limits)
        var limits = options.limits
        limits.transactionMilliseconds = clients.transactionMilliseconds
        // After the transaction timeout, the broker aborts the transaction, so retries must end before.
        limits.retryMilliseconds = min(limits.retryMilliseconds, clients.transactionMilliseconds * 2 / 3)
        limits.retryWhileRevokedMilliseconds = min(limits.retryWhileRevokedMilliseconds, limits.retryMilliseconds)
        limits.batchBytes = min(limits.batchBytes, options.memory.batchBytes)
        cycle = Cycle(limits: limits, range: options.replay?.end)
        outputTopics = OutputTopics(options: options, partitions: context.plan.partitions)
        let reports = LaneReports(number, context.observer, status, context.clocks)
        consumer = try Consumer(clients.consumer) { reports.note($0) }
        let report = ClientReports.sink(context.observer)
        admin = try Admin(clients.admin, isolation: .uncommitted, onEvent: report)
    }

    var options: WorkerOptions { context.options }
    var topics: TopicNames { context.topics }
    var clocks: Clocks { context.clocks }
    var observer: Observer { context.observer }

    /// Runs the lane until it is asked to stop or fails.
    func run() {
        while !cycle.hasEnded {
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            if status.isStopRequested { perform(cycle.stopRequested(at: now)) }
            if cycle.nextTick <= now { tick(at: now) }
            if membership.needsSubscription { subscribe() }
            if restores.areRunning { takeRestored() }
            if backlog.isDue(at: now) { noteLag(at: now) }
            if !cycle.hasEnded { poll() }
        }
        close()
    }

    private func tick(at now: Int64) {
        producer?.poll(timeoutMilliseconds: 0)
        admin.poll(timeoutMilliseconds: 0)
        noteInSync(at: now)
        noteFailing(at: now)
        lookForReplacedLogs(at: now)
        tryRefusedTopics(at: now)
        noteOwed(at: now)
        if cycle.hasSubscribed, membership.mustSayWait(at: now) {
            observer.waitingForPartitions(lane: number, sessionSeconds: sessionSeconds)
        }
        perform(cycle.tick(positions: currentPositions(), at: now))
    }

    /// Performs actions in order; a call during an action appends its actions.
    func perform(_ new: [Action]) {
        guard actions.add(new) else { return }
        while let action = actions.next() {
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            switch action {
            case .perform(let step): perform(attempt(step))
            case .performAgain(let step, let pause):
                clocks.sleep(milliseconds: pause)
                if status.isStopRequested { perform(cycle.stopRequested(at: now)) }
                perform(attempt(step))
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
        let owned = membership.owned
        if !options.isDynamic, !options.isEmbedded, !ending.isFenced, !owned.isEmpty {
            observer.partitionsKept(lane: number, owned.sorted(), sessionSeconds: sessionSeconds)
        }
        endRestores()
        forgetFailing()
        forgetRederivations()
        _ = consumer.close(timeoutMilliseconds: Self.callMilliseconds) { self.unassignAll($0) }
        // Partitions of a static member are not revoked when its consumer closes.
        noteRevoked(membership.owned, isLost: false)
        producer = nil
        observer.backlogGone(lane: number)
        status.finish(ending.status)
    }

    private func fail(_ failure: Failure) {
        ending.fail(failure, ofLane: number, options, leavesOpen: cycle.mayHaveOpenTransaction)
    }
}
