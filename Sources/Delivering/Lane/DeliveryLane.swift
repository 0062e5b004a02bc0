import Dispatching
import Kafka
import Observation
import Requests
import Store
import System
import Vocabulary
import Webhooks
import Worker

/// A thread that performs the decisions of `Dispatcher`, with a consumer and a transactional producer.
///
/// Requests and restores run on threads of their own. The lane is a class, because librdkafka calls the rebalance
/// callback during a poll, and the callback changes the lane.
final class DeliveryLane {
    /// The timeout of a Kafka call; after the call, the lane checks whether it must stop.
    static let callMilliseconds: Int32 = 3_000
    static let stackBytes = 4 << 20
    static let pollMilliseconds: Int64 = 50
    /// The minimum time between two commits, unless the dispatcher must commit.
    static let commitMilliseconds: Int64 = 100
    /// The time between two updates of lag and figures.
    static let standMilliseconds: Int64 = 500
    static let measureMilliseconds: Int64 = 10_000
    /// The maximum number of records that one call of `poll` receives.
    static let turnRecords = 500

    let context: LaneContext
    let options: DeliveryOptions
    let secrets: SecretsWatch
    let observer: DispatchObserver
    let status: ComponentStatus
    let clients: ClientProperties
    let consumer: Consumer
    let admin: Admin
    let feed: SettingsFeed
    /// Looks up single records; nil until the first comparison of logs.
    var logs: LogReader?
    let client: PostClient
    var producer: Producer?
    var dispatcher: Dispatcher
    var random = SystemRandomNumberGenerator()
    var owned: OwnedPartitions
    var restores = Restores()
    var failing = Failing()
    var positions = PositionWatch()
    var groupOffsets = GroupOffsets()
    var newBases: NewBases
    var unserved = UnservedPartitions()
    var leftAlone = LeftAloneFigures()
    var fences: FenceLog
    var hasJoined = false
    var isReady = false
    var end: ComponentStatus.End?
    var committedAt: Int64 = 0
    private var stoodAt: Int64 = 0
    var storeMeasuredAt: Int64 = 0

    init(
        _ context: LaneContext,
        _ options: DeliveryOptions,
        client: PostClient,
        secrets: SecretsWatch,
        observer: DispatchObserver,
        status: ComponentStatus
    ) throws(KafkaError) {
        self.context = context
        self.options = options
        self.secrets = secrets
        self.observer = observer
        self.status = status
        clients = context.clients(lane: 0)
        let report = ClientReports.sink(context.observer)
        let reports = LaneReports(0, context.observer, status, context.clocks)
        consumer = try Consumer(Self.properties(clients)) { reports.note($0) }
        admin = try Admin(clients.admin, isolation: .uncommitted, onEvent: report)
        let feed = try SettingsFeed(
            context.topics.connections,
            clients,
            context.clocks,
            KnownSettings(
                zones: options.zones,
                forms: context.topics.forms,
                allowsLoopback: options.dispatch.callbacks.allowsLoopback
            ),
            onEvent: report
        )
        self.feed = feed
        self.client = client
        dispatcher = Self.makeDispatcher(options, feed)
        newBases = NewBases(areAsked: options.dispatch.beginsNewBase)
        owned = OwnedPartitions(tombstoneMilliseconds: context.tombstoneMilliseconds)
        fences = FenceLog(sessionMilliseconds: clients.sessionMilliseconds)
        let wakeup = consumer.pollWakeup
        client.onResults { wakeup.ring() }
    }

    private static func properties(_ clients: ClientProperties) -> Configuration {
        var properties = clients.consumer
        // Fetched records of all partitions wait in one queue. In a long queue, the backlog of one partition would
        // delay all others.
        properties.setDefault("queued.min.messages", "1000")
        // New partitions are found within half a minute instead of five minutes.
        properties.setDefault("topic.metadata.refresh.interval.ms", "30000")
        return properties
    }

    private static func makeDispatcher(_ options: DeliveryOptions, _ feed: SettingsFeed) -> Dispatcher {
        Dispatcher(options.dispatch) { feed.known.newest($0) }
    }

    var clocks: Clocks { context.clocks }
    var topics: TopicNames { context.topics }

    /// The wall clock time, in milliseconds since 1970.
    var wall: Int64 { clocks.wallMilliseconds() }

    func place(_ partition: Int32) -> TopicPartition { TopicPartition(topics.jobs, partition) }

    /// Runs until the lane is asked to stop or fails.
    func run() {
        openProducer()
        readSettings()
        subscribe()
        while end == nil {
            let now = clocks.steadyMilliseconds()
            status.live(at: now)
            if status.isStopRequested { break }
            turn()
            if end == nil { poll() }
        }
        close()
    }

    /// Does everything that is due, except for receiving jobs.
    private func turn() {
        let now = clocks.steadyMilliseconds()
        followSettings()
        takeResults()
        followClock()
        if restores.areRunning { takeRestored() }
        restoreAgain(at: now)
        begin()
        commitIfDue(at: now)
        adjustInput()
        if now - stoodAt >= Self.standMilliseconds {
            stoodAt = now
            publishFigures(at: now)
        }
    }

    /// Ends the lane with a failure.
    func fail(_ reason: Reason, isFinal: Bool) { end = end ?? .failed(reason, isFinal: isFinal) }

    func fail(_ what: String, _ error: KafkaError) {
        if error.code == .fencedInstance {
            end = end ?? .fenced("\(what): \(error.withAdvice)", leavesOpen: false)
        } else {
            fail(Reason(.clientFailed, "\(what): \(error.withAdvice)"), isFinal: error.isForPerson)
        }
    }

    func fail(_ error: StoreError) {
        fail(error.reason.after("the state cannot be read or written: "), isFinal: true)
    }

    /// Repeats a call until success, a permanent failure or a stop request; returns whether the call succeeded.
    private func retrying(_ what: String, _ call: () throws(KafkaError) -> Void) -> Bool {
        while end == nil, !status.isStopRequested {
            status.live(at: clocks.steadyMilliseconds())
            do throws(KafkaError) {
                try status.asking(call)
                return true
            } catch {
                guard error.passesAtWork else {
                    fail(what, error)
                    return false
                }
                context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
                clocks.sleep(milliseconds: 100)
            }
        }
        return false
    }

    /// Fences the producer of an earlier process, before anything is read.
    private func openProducer() {
        _ = retrying("the producer cannot be opened") { () throws(KafkaError) in try makeProducer() }
    }

    /// Reads all settings before anything else happens.
    private func readSettings() {
        let began = clocks.steadyMilliseconds()
        let isRead = retrying("the settings cannot be read") { () throws(KafkaError) in
            while !feed.isComplete, !status.isStopRequested {
                try followSettings(milliseconds: 100)
                status.live(at: clocks.steadyMilliseconds())
            }
        }
        guard isRead, feed.isComplete else { return }
        let seconds = Double(clocks.steadyMilliseconds() - began) / 1_000
        observer.settingsRead(connections: feed.known.count, seconds: seconds)
    }

    private func subscribe() {
        _ = retrying("the group cannot be joined") { () throws(KafkaError) in
            try consumer.subscribe(to: [topics.jobs], timeoutMilliseconds: Self.callMilliseconds)
        }
    }

    /// Reads newer settings; if their topic was replaced, reads all settings again before anything else.
    func followSettings() {
        do throws(KafkaError) {
            try followSettings(milliseconds: 0)
        } catch {
            if !error.passesAtWork { return fail("the settings cannot be followed", error) }
        }
        if feed.isReplaced { observer.settingsReplaced(topic: topics.connections) }
        feed.isReplaced = false
        // No request may begin with the settings of a deleted topic.
        if !feed.isComplete { readSettings() }
    }

    private func followSettings(milliseconds: Int64) throws(KafkaError) {
        for connection in try feed.advance(milliseconds: milliseconds) {
            dispatcher.settingsChanged(connection, at: wall)
        }
    }

    /// Restarts the dispatcher after the clock was set back.
    ///
    /// Otherwise planned work would wait until the clock reaches its earlier time again.
    private func followClock() {
        guard end == nil, dispatcher.clockWasSetBack(to: wall) else { return }
        observer.clockSetBack()
        commit()
        if end != nil { return }
        dropAll()
        dispatcher = Self.makeDispatcher(options, feed)
        restoreAll()
    }

    /// Ends the requests within the drain timeout, and leaves the group.
    private func close() {
        if end == nil { giveUp(owned.assigned, isLost: false) }
        client.cancel(dispatcher.released(owned.assigned).map(\.number))
        restores.end(within: Int64(Self.callMilliseconds), clocks)
        if !owned.assigned.isEmpty, !options.process.isDynamic {
            let seconds = Double(clients.sessionMilliseconds) / 1_000
            context.observer.partitionsKept(lane: 0, owned.assigned, sessionSeconds: seconds)
        }
        noteReleased(owned.assigned, isLost: false)
        _ = consumer.close(timeoutMilliseconds: Self.callMilliseconds) { self.unassign(after: $0) }
        producer = nil
        context.observer.backlogGone(lane: 0)
        observer.stands(DispatchFigures())
        status.finish(end ?? .done)
    }
}
