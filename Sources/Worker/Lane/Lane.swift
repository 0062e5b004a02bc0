import Health
import Kafka
import Observation
import Store
import System

/// One thread's work: a consumer, a transactional producer, and the state of the partitions that it owns.
///
/// It carries out what its `Cycle` decides, and decides nothing itself. A class, since the rebalance callback comes in
/// the middle of a poll and works on the same lane; everything happens on one thread.
final class Lane {
    /// What a call may take before the stop flag is looked at again.
    static let callMilliseconds: Int32 = 3_000
    static let pollMilliseconds: Int64 = 50
    /// How often it is looked how much waits to be read.
    static let lagMilliseconds: Int64 = 50
    /// Shorter, since restored partitions wait to be taken over.
    static let restoringPollMilliseconds: Int64 = 5

    /// The core may recurse deeper than a usual stack allows.
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
    /// Whether the producer has yet to answer `initTransactions`.
    var isProducerOpening = false
    /// What has to be done before the step under way can be, if something was found.
    var remedy: Remedy?
    /// Whether records are handed over while further ones are derived, as long as nothing stands in the way.
    var isHandingOver = false
    var outputTopics: OutputTopics
    /// Whether it was said that nobody may ask how long records may be.
    var hasSaidLackOfRight = false
    /// Whether it was said that document topics can't be read.
    var hasSaidLackOfReadRight = false
    /// Made when it is first needed.
    var recordSearch: RecordSearch?
    var processor: Processor
    var cycle: Cycle
    /// What the cycle wants done and is not done yet.
    private var pending: [Action] = []
    private var isPerforming = false
    let database: Database
    /// What the partitions' stores have read lately.
    let stateCache: StateCache
    let tombstoneMilliseconds: Int64
    let expectedState: ExpectedState
    var stores: [Int32: RocksStore] = [:]
    /// What the state of each restored partition says of itself, with the offsets last sent.
    var identities: [Int32: StateIdentity] = [:]
    /// What a replay has counted of each restored partition.
    var tallies: [Int32: LaneTally] = [:]
    var storeWatch: StoreWatch
    var assignmentWait = AssignmentWait()
    var hasJoined = false
    /// When it was last looked how much waits to be read.
    var notedLag: Int64 = 0
    /// When brokers were last asked how much waits in partitions that are not read.
    var askedLag: Int64 = 0
    var notedStore: Int64 = .min / 2
    /// How many records wait in each partition, as far as that was last known.
    var waiting: [TopicPartition: Int] = [:]
    var oldestUploads = OldestUploads()
    var batches: [Int32: Batch] = [:]
    var outcomes: [(partition: Int32, outcome: Outcome)] = []
    var uncommitted = UncommittedInput()
    /// The same of the batches that are being committed.
    var committing = UncommittedInput()
    /// Restores under way, and those that were given up and have not come to their ends.
    var restores: [RestoreMailbox] = []
    /// Of the uploads in hand one by one, if they are to be logged.
    var accounts: [UploadAccount] = []
    /// Documents that are being derived again, by partition.
    var rederivations: [Int32: Rederivation] = [:]
    /// The partition of the commit of re-derivation under way, and how many of its connections are done with it.
    var rederiving: (partition: Int32, done: Int?)?
    /// The places of which the commit under way says no more than that what was in them is published again.
    var ordered: [TopicPartition] = []
    var notedRederiving = 0
    let readiness: Readiness
    let sweep: StoreSweep
    var isReady = false
    /// The partitions that were last reported as this lane's.
    var owned: [Int32] = []
    /// The broker did not answer when the topics were subscribed to.
    var needsSubscription = false
    var positions = PositionWatch()
    /// What is wrong with single partitions, until they have been committed again.
    var failing: [Int32: Failing] = [:]
    /// The partitions for which the step under way cannot be done, and why.
    var blamed: [Int32: String] = [:]
    /// The inputs of which the group has offsets.
    var groupOffsets = GroupOffsets()
    /// Partitions with an input that may be another one by now, and that input.
    var doubted: [Int32: TopicPartition] = [:]
    /// When the group's offsets were last asked for although nothing was committed.
    var askedGroup: Int64 = 0
    /// The records that were read last.
    var lastRead = InputMarks()
    /// The last error, for the sentence at the end.
    var lastError: KafkaError?
    /// Why the store can't be relied on.
    var storeFailure: StoreError?
    var failure: String?
    /// The group has let in another member of this name.
    var isFenced = false
    /// What ended the lane would end its successor, and the other lanes, too.
    var isFinal = false
    var stateRecords = 0
    var commitBegan: Int64 = 0
    /// The same by the wall clock.
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
        // A transaction that its broker has ended can't be repeated.
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

    /// Works until it is told to stop or cannot go on.
    func run() {
        while !cycle.hasEnded {
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            if status.isStopRequested { perform(cycle.stopRequested(at: now)) }
            if cycle.nextTick <= now { tick(at: now) }
            if needsSubscription { subscribe() }
            if isRestoring { takeRestored() }
            if now - notedLag >= Self.lagMilliseconds { noteLag(at: now) }
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

    /// Performs actions in the order in which the cycle gave them: what comes while one is performed waits for its turn.
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

    /// Makes the call and tells the cycle how it went.
    private func attempt(_ step: Step) -> [Action] {
        do throws(KafkaError) {
            if step.reads { try call(step) } else { try status.asking { () throws(KafkaError) in try call(step) } }
            // What a failed read gave must not be committed: better to end, and to begin again from what is there.
            if let error = database.readFailure {
                storeFailure = error
                return cycle.cannotGoOn()
            }
            if !blamed.isEmpty { return leaveBlamedAlone() }
            if !doubted.isEmpty { return restoreDoubted() }
            if let remedy {
                self.remedy = nil
                if cycle.isInTransaction { observer.aborted(lane: number, reason: remedy.reason) }
                return cycle.failed(remedy.recovery, at: clocks.steadyMilliseconds())
            }
            return cycle.succeeded(at: clocks.steadyMilliseconds())
        } catch {
            lastError = error
            let recovery = recovery(from: error, in: step)
            if !blamed.isEmpty { return leaveBlamedAlone() }
            report(error, recovery, in: step)
            return cycle.failed(recovery, at: clocks.steadyMilliseconds())
        }
    }

    /// Records could not be handed over while input was gathered: by this error, or by the fault of their partition.
    func failedAhead(_ error: KafkaError?) {
        guard let error else { return perform(leaveBlamedAlone()) }
        lastError = error
        let recovery = recovery(from: error, in: .produce)
        if !blamed.isEmpty { return perform(leaveBlamedAlone()) }
        report(error, recovery, in: .produce)
        perform(cycle.failedAhead(recovery, at: clocks.steadyMilliseconds()))
    }

    /// What the cycle is told about a failed call, with what else is known.
    private func recovery(from error: KafkaError, in step: Step) -> Recovery {
        let delivery = producer?.deliveryFailure
        if error.saysTopicIsGone || delivery?.saysTopicIsGone ?? false {
            // Somebody deleted a topic: what is known of topics is of yesterday.
            outputTopics.forget()
        }
        if delivery?.code == .messageTooLarge, let place = producer?.deliveryFailurePlace,
            let answer = answer(toRefusalBy: place)
        {
            return answer
        }
        return Recovery(error, in: step)
    }

    private var sessionSeconds: Double { Double(clients.sessionMilliseconds) / 1_000 }

    private func close() {
        if !options.isDynamic, !options.isEmbedded, !isFenced, !owned.isEmpty {
            observer.partitionsKept(lane: number, owned.sorted(), sessionSeconds: sessionSeconds)
        }
        endRestores()
        forgetAllFailing()
        forgetRederivations(Array(rederivations.keys))
        _ = consumer.close(timeoutMilliseconds: Self.callMilliseconds) { self.unassignAll($0) }
        // A static member is told of no revoke when it closes.
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
                "lane \(number): a transaction could be neither committed nor aborted before the end: what it holds stays "
                    + "invisible, the next start or the broker's timeout ends it, and its records are read again\(cause)"
            case .consumer: "lane \(number): the consumer cannot go on\(cause)"
            case .refused: failure ?? "lane \(number) cannot go on\(storeFailure.map { ": \($0)" } ?? cause)"
            }
    }
}
