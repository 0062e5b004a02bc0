import Kafka
import Observation
import Store
import System

/// Reads changelogs back on a thread of its own, so that it neither waits for the lane's other partitions nor they for it.
///
/// One serves one assignment and ends with it. Its partitions go on independently: each question is asked once and, while
/// brokers do not answer it, again later; what fails fails for one partition.
struct Restorer: ~Copyable {
    /// What it is told.
    struct Plan {
        let lane: Int
        let topics: TopicNames
        let clients: ClientProperties
        let tombstoneMilliseconds: Int64
        let expected: ExpectedState
        let database: Database
        let clocks: Clocks
        let observer: Observer
    }

    /// What is known of one partition.
    struct Progress {
        let store: RocksStore
        let began: Int64
        /// What the changelog said last of itself when its end was looked at.
        var logged: StoreVerdict.Logged?
        var isSearched = false
        var isBeingSearched = false
        /// Where the inputs begin and end, once that was asked.
        var inputs: [Input: LogBounds] = [:]
        /// What was found where the state has read the last record of an input.
        var found: [Input: InputMark?] = [:]
        /// The inputs in which that is looked for.
        var compared: Set<Input> = []
        var restore = PartitionRestore()
        /// Where the changelog began.
        var low: Int64 = 0
        /// The store had state before anything was read.
        var hadState = false
        /// An operator has adopted what the store has, and the changelog lacks some of it.
        var writesBack = false
        /// An operator has adopted what would be refused otherwise.
        var isMended = false
        /// Where the replay began, once that is known.
        var start: Int64?
        /// The next offset of the changelog to be read.
        var next: Int64 = 0
        /// When the changelog's end was asked, by the wall clock.
        var endAsked: Int64 = 0
        /// When its next question may be asked.
        var dueAt: Int64 = 0
        var records = 0
        var bytes = 0
        /// Nothing that is read any more is taken.
        var isCancelled = false

        /// Whether a question is due, rather than something to be read.
        var mayAsk: Bool { end == nil && compared.isEmpty && (isSearched || !isBeingSearched) }
        /// Up to where the changelog is to be read, if that is what is due.
        var end: Int64? { if case .read(let end) = restore.request { end } else { nil } }
    }

    /// How many records are taken at most before it is looked whether they are still wanted.
    private static let turnRecords = 5_000
    private static let pollMilliseconds: Int64 = 100
    static let askMilliseconds: Int32 = 1_000
    /// How long questions may take before records are read again.
    private static let questionsMilliseconds: Int64 = 200
    private static let pauseMilliseconds: Int64 = 500
    private static let reportMilliseconds: Int64 = 1_000

    let plan: Plan
    let clocks: Clocks
    let mailbox: RestoreMailbox
    let consumer: Consumer
    /// For questions: behind a fetch, which waits for records, an answer would take half a second.
    let committed: Admin
    let uncommitted: Admin
    var search: IdentitySearch
    var inputSearch: InputSearch
    /// The partition counts of uploads, settings and state, once they were asked.
    var counts: [String: Int32]?
    var progress: [Int32: Progress] = [:]
    /// The consumer reads other partitions, or from elsewhere, than it should.
    var needsAssignment = false
    private var reported: Int64 = 0

    private init(_ plan: Plan, _ mailbox: RestoreMailbox) throws(KafkaError) {
        let report = ClientReports.sink(plan.observer)
        let consumer = try Consumer(plan.clients.restorer, onEvent: report)
        let committed = try Admin(plan.clients.restorer, isolation: .committed, onEvent: report)
        let uncommitted = try Admin(plan.clients.restorer, isolation: .uncommitted, onEvent: report)
        let search = try IdentitySearch(plan.topics.state, plan.clients, plan.clocks, onEvent: report)
        let inputSearch = try InputSearch(plan.clients, plan.clocks, onEvent: report)
        self.plan = plan
        clocks = plan.clocks
        self.mailbox = mailbox
        self.consumer = consumer
        self.committed = committed
        self.uncommitted = uncommitted
        self.search = search
        self.inputSearch = inputSearch
    }

    /// Begins to restore partitions.
    ///
    /// - Returns: Where its results come; nil when the system cannot create more threads.
    static func start(_ partitions: [Int32], _ plan: Plan) -> RestoreMailbox? {
        let mailbox = RestoreMailbox(partitions)
        let thread = SystemThread {
            defer { mailbox.end() }
            do throws(KafkaError) {
                var restorer = try Restorer(plan, mailbox)
                restorer.run(partitions)
            } catch {
                mailbox.failAll(.kafka(error))
            }
        }
        guard let thread else { return nil }
        thread.detach()
        return mailbox
    }

    /// Works until every partition is restored, has failed or is no longer wanted.
    private mutating func run(_ partitions: [Int32]) {
        for partition in partitions { open(partition) }
        while mailbox.isWanted, !progress.isEmpty {
            askQuestions()
            if search.isUnderWay { searchIdentities() }
            if inputSearch.isUnderWay { compareInputs() }
            if needsAssignment { assign() }
            replay()
        }
        for partition in progress.keys { plan.observer.restoreEnded(partition: partition) }
    }

    private mutating func open(_ partition: Int32) {
        do throws(StoreError) {
            let store = try RocksStore(partition, in: plan.database)
            progress[partition] = Progress(store: store, began: clocks.steadyMilliseconds())
        } catch {
            mailbox.fail(partition, .store(error))
        }
    }

    /// Looks for a while what changelogs say of themselves; longer when nothing else is to be read.
    private mutating func searchIdentities() {
        let isReading = progress.contains { $0.value.end != nil }
        do throws(KafkaError) {
            for (partition, answer) in try search.advance(milliseconds: isReading ? 20 : 100) {
                switch answer {
                case .success(let logged):
                    progress[partition]?.logged = logged
                    progress[partition]?.isSearched = true
                case .failure(let error): fail(partition, .store(error))
                }
            }
        } catch {
            guard error.passesAtWork else {
                for (partition, known) in progress where known.isBeingSearched { fail(partition, .kafka(error)) }
                return
            }
            plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    /// Nothing more can be done for a partition.
    mutating func fail(_ partition: Int32, _ error: RestoreError) {
        forget(partition)
        mailbox.fail(partition, error)
    }

    mutating func forget(_ partition: Int32) {
        if progress[partition]?.end != nil { needsAssignment = true }
        search.cancel(partition)
        inputSearch.cancel([plan.topics.place(.uploads(partition)), plan.topics.place(.connections(partition))])
        progress[partition] = nil
        plan.observer.restoreEnded(partition: partition)
    }

    /// Asks what is due, those first that have waited longest, and comes back soon for the others' records.
    private mutating func askQuestions() {
        let until = clocks.steadyMilliseconds() + Self.questionsMilliseconds
        let waiting = progress.filter { $0.value.mayAsk }.sorted {
            ($0.value.dueAt, $0.key) < ($1.value.dueAt, $1.key)
        }
        for (partition, known) in waiting {
            let now = clocks.steadyMilliseconds()
            guard known.dueAt <= now, now < until else { return }
            ask(partition)
        }
    }

    /// Asks the questions of one partition until it must read, or until one is not answered.
    private mutating func ask(_ partition: Int32) {
        do throws(RestoreError) {
            while let known = progress[partition], known.mayAsk, isWanted(partition) {
                do throws(KafkaError) {
                    let request: PartitionRestore.Request? = known.isSearched ? known.restore.request : nil
                    guard try answer(partition, request) else { break }
                } catch {
                    guard error.passesAtWork else { throw .kafka(error) }
                    plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
                    progress[partition]?.dueAt = clocks.steadyMilliseconds() + Self.pauseMilliseconds
                    return
                }
            }
        } catch {
            fail(partition, error)
        }
    }

    private mutating func isWanted(_ partition: Int32) -> Bool {
        var isWanted = false
        mailbox.whileWanted { isWanted = $0.contains(partition) }
        if !isWanted { forget(partition) }
        return isWanted
    }

    /// Reads the changelogs that go beyond what their stores have.
    private mutating func assign() {
        let assignments = progress.filter { $0.value.end != nil }.map {
            Assignment(TopicPartition(plan.topics.state, $0.key), from: .offset($0.value.next))
        }
        do throws(KafkaError) {
            try consumer.assign(assignments, findingLeadersWithin: Self.askMilliseconds)
            needsAssignment = false
        } catch {
            guard !error.passesAtWork else {
                return plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
            }
            for assignment in assignments { fail(assignment.partition.partition, .kafka(error)) }
        }
    }

    /// Takes what is there, and marks the partitions that have come to their ends.
    private mutating func replay() {
        let due = progress.values.filter(\.mayAsk).map(\.dueAt).min()
        let longest = search.isUnderWay || inputSearch.isUnderWay ? 0 : Self.pollMilliseconds
        let wait = max(0, min(due.map { $0 - clocks.steadyMilliseconds() } ?? .max, longest))
        // What comes before the consumer reads from where it should would be taken for what comes next.
        guard !needsAssignment, progress.contains(where: { $0.value.end != nil }) else {
            return clocks.sleep(milliseconds: max(wait, 1))
        }
        if let first = consumer.poll(timeoutMilliseconds: Int32(wait)) {
            turn { restorer in
                restorer.take(first)
                for _ in 1..<Self.turnRecords {
                    guard let message = restorer.consumer.poll(timeoutMilliseconds: 0) else { return }
                    restorer.take(message)
                }
            }
        } else {
            turn { _ in }
        }
        report()
    }

    /// Works on the stores while nobody can take them away.
    private mutating func turn(_ body: (inout Restorer) -> Void) {
        mailbox.whileWanted { wanted in
            for partition in progress.keys where !wanted.contains(partition) { progress[partition]?.isCancelled = true }
            body(&self)
            markRead()
        }
        // Not while the lock is held, which a failure needs.
        for (partition, error) in failures { fail(partition, error) }
        failures = []
        for (partition, known) in progress where known.isCancelled { forget(partition) }
    }

    /// Of this turn, to be told when the stores are nobody's again.
    private var failures: [(Int32, RestoreError)] = []

    private mutating func note(_ partition: Int32, _ error: RestoreError) {
        guard progress[partition]?.isCancelled == false else { return }
        progress[partition]?.isCancelled = true
        failures.append((partition, error))
    }

    private mutating func take(_ message: borrowing Message) {
        let partition = message.partition
        if let error = message.error {
            guard error.kind == .permanent || error.kind == .ofPartition else { return }
            // One that names no partition is about all of them.
            for number in progress.keys where partition < 0 || number == partition { note(number, .kafka(error)) }
            return
        }
        guard let known = progress[partition], !known.isCancelled, message.offset >= known.next else { return }
        guard let key = message.key else { return note(partition, .store(.malformedKey(offset: message.offset))) }
        let value = message.value
        do throws(StoreError) {
            try known.store.replay(key: key, value: value, offset: message.offset)
        } catch {
            return note(partition, .store(error))
        }
        progress[partition]?.next = message.offset + 1
        progress[partition]?.records += 1
        progress[partition]?.bytes += key.byteCount + (value?.byteCount ?? 0)
    }

    private mutating func markRead() {
        let open = progress.filter { $0.value.end != nil && !$0.value.isCancelled }
        let topic = plan.topics.state
        let positions = try? consumer.positions(of: open.keys.map { TopicPartition(topic, $0) })
        for (partition, known) in open {
            let position = max(known.next, positions?[TopicPartition(topic, partition)] ?? 0)
            guard let end = known.end, position >= end else { continue }
            do throws(StoreError) {
                try endReading(partition, known, at: end)
            } catch {
                note(partition, .store(error))
            }
        }
    }

    private mutating func report() {
        let now = clocks.steadyMilliseconds()
        guard now - reported >= Self.reportMilliseconds else { return }
        reported = now
        for (partition, known) in progress {
            guard let end = known.end, let start = known.start else { continue }
            let done = known.next - start
            plan.observer.restoring(
                lane: plan.lane,
                partition: partition,
                records: known.records,
                bytes: known.bytes,
                left: Int(max(0, end - known.next)),
                etaSeconds: done > 0 ? Double(end - known.next) * Double(now - known.began) / Double(done) / 1_000 : nil
            )
        }
    }
}
