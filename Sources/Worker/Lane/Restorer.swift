import Kafka
import Observation
import Store

/// Reads changelogs back on a thread of its own, so that it neither waits for the lane's other partitions nor they for it.
///
/// One serves one assignment and ends with it.
struct Restorer: ~Copyable {
    /// What it is told.
    struct Plan {
        let lane: Int
        let topics: TopicNames
        let clients: ClientSettings
        let tombstoneMilliseconds: Int64
        let database: Database
        let observer: Observer
    }

    /// What is known of one partition.
    struct Progress {
        let store: RocksStore
        /// Where its changelog ended when it was assigned: all that its former owner wrote lies before.
        let end: Int64
        /// When that was asked, by the wall clock.
        let endAsked: Int64
        /// Where the replay began.
        let start: Int64
        let began: Int64
        var records = 0
        var bytes = 0
        var isReplayed = false
        /// It took longer than the changelog keeps tombstones: the store was emptied.
        var isMissed = false
        /// Nothing that is read any more is taken.
        var isCancelled = false
    }

    /// How many records are taken at most before it is looked whether they are still wanted.
    private static let turnRecords = 5_000
    private static let pollMilliseconds: Int32 = 100
    static let askMilliseconds: Int32 = 1_000
    private static let pauseMilliseconds: Int64 = 500
    private static let reportMilliseconds: Int64 = 1_000

    let plan: Plan
    let talk: RestoreTalk
    let consumer: Consumer
    /// For questions: behind a fetch, which waits for records, an answer would take half a second.
    let committed: Admin
    let uncommitted: Admin
    var progress: [Int32: Progress] = [:]
    private var reported: Int64 = 0

    private init(_ plan: Plan, _ talk: RestoreTalk) throws(KafkaError) {
        let report = ClientReports.sink(plan.observer)
        let consumer = try Consumer(plan.clients.restorer, onEvent: report)
        let committed = try Admin(plan.clients.restorer, isolation: .committed, onEvent: report)
        let uncommitted = try Admin(plan.clients.restorer, isolation: .uncommitted, onEvent: report)
        self.plan = plan
        self.talk = talk
        self.consumer = consumer
        self.committed = committed
        self.uncommitted = uncommitted
    }

    /// Begins to restore partitions.
    ///
    /// - Returns: Where its results come; nil when the system gives no more threads.
    static func start(_ partitions: [Int32], _ plan: Plan) -> RestoreTalk? {
        let talk = RestoreTalk(partitions)
        let isStarted = LaneThread.start {
            defer { talk.end() }
            do throws(KafkaError) {
                var restorer = try Restorer(plan, talk)
                restorer.run(partitions)
            } catch {
                talk.fail(.kafka(error))
            }
        }
        return isStarted ? talk : nil
    }

    /// Works until every partition is restored or no longer wanted.
    private mutating func run(_ partitions: [Int32]) {
        do throws(RestoreError) {
            for partition in partitions { try open(partition) }
            try assign()
            while talk.isWanted {
                try replay()
                try openMissed()
                try finishReplayed()
            }
        } catch {
            talk.fail(error)
        }
        for partition in progress.keys { plan.observer.restoreEnded(partition: partition) }
    }

    /// Reads the changelogs that go beyond what their stores have.
    func assign() throws(RestoreError) {
        let open = progress.filter { !$0.value.isReplayed }
        guard !open.isEmpty else { return }
        let assignments = open.map {
            Assignment(TopicPartition(plan.topics.state, $0), from: .offset($1.store.changelogOffset))
        }
        _ = try asking { () throws(KafkaError) in
            try consumer.assign(assignments, findingLeadersWithin: Self.askMilliseconds)
        }
    }

    /// Takes what is there, and marks the partitions that have come to their ends.
    private mutating func replay() throws(RestoreError) {
        guard progress.contains(where: { !$0.value.isReplayed && !$0.value.isCancelled }) else { return }
        if let first = consumer.poll(timeoutMilliseconds: Self.pollMilliseconds) {
            try turn { restorer throws(RestoreError) in
                try restorer.take(first)
                for _ in 1..<Self.turnRecords {
                    guard let message = restorer.consumer.poll(timeoutMilliseconds: 0) else { return }
                    try restorer.take(message)
                }
            }
        } else {
            try turn { _ throws(RestoreError) in }
        }
        report()
    }

    /// Works on the stores while nobody can take them away.
    private mutating func turn(_ body: (inout Restorer) throws(RestoreError) -> Void) throws(RestoreError) {
        var failure: RestoreError?
        talk.whileWanted { wanted in
            for partition in progress.keys where !wanted.contains(partition) { progress[partition]?.isCancelled = true }
            do throws(RestoreError) {
                try body(&self)
                try markReplayed()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private mutating func take(_ message: borrowing Message) throws(RestoreError) {
        if let error = message.error {
            if error.verdict == .stop { throw .kafka(error) }
            return
        }
        let partition = message.partition
        guard let known = progress[partition], !known.isCancelled else { return }
        guard let key = message.key else { throw .store(.malformedKey(offset: message.offset)) }
        let value = message.value
        do throws(StoreError) {
            try known.store.replay(key: key, value: value, offset: message.offset)
        } catch {
            throw .store(error)
        }
        progress[partition]?.records += 1
        progress[partition]?.bytes += key.byteCount + (value?.byteCount ?? 0)
    }

    private mutating func markReplayed() throws(RestoreError) {
        let open = progress.filter { !$0.value.isReplayed && !$0.value.isCancelled }
        let topic = plan.topics.state
        guard let positions = try? consumer.positions(of: open.keys.map({ TopicPartition(topic, $0) })) else { return }
        for (partition, known) in open {
            guard let position = positions[TopicPartition(topic, partition)], position >= known.end else { continue }
            do throws(StoreError) {
                if missedReason(partition, known.store) == nil {
                    try known.store.endReplay(at: known.end, atMilliseconds: known.endAsked)
                    progress[partition]?.isReplayed = true
                } else {
                    try known.store.clear()
                    progress[partition]?.isMissed = true
                }
            } catch {
                throw .store(error)
            }
        }
    }

    private mutating func report() {
        let now = MonotonicClock.milliseconds()
        guard now - reported >= Self.reportMilliseconds else { return }
        reported = now
        for (partition, known) in progress where !known.isReplayed && !known.isCancelled {
            let done = known.store.changelogOffset - known.start
            let left = known.end - known.start - done
            plan.observer.restoring(
                lane: plan.lane,
                partition: partition,
                records: known.records,
                bytes: known.bytes,
                left: Int(left),
                etaSeconds: done > 0 ? Double(left) * Double(now - known.began) / Double(done) / 1_000 : nil
            )
        }
    }

    /// Asks again while brokers do not answer, as long as the answer is wanted.
    func asking<Answer>(_ question: () throws(KafkaError) -> Answer) throws(RestoreError) -> Answer? {
        while talk.isWanted {
            do throws(KafkaError) {
                return try question()
            } catch {
                guard error.verdict == .retry else { throw .kafka(error) }
                plan.observer.brokerLog(severity: 5, facility: error.name, text: "\(error)")
                MonotonicClock.sleep(milliseconds: Self.pauseMilliseconds)
            }
        }
        return nil
    }
}
