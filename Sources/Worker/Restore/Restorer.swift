import Kafka
import Observation
import Store
import System
import Vocabulary

/// Restores partitions from their changelogs on a separate thread, while the lane serves other partitions.
///
/// A restorer serves one assignment and then ends. For each partition, it finds the newest identity, judges the store,
/// reads the changelog and checks the offsets. A request that no broker answers is retried later.
struct Restorer: ~Copyable {
    /// The parameters of a restore.
    struct Plan {
        let lane: Int
        let topics: TopicNames
        let clients: ClientProperties
        let tombstoneMilliseconds: Int64
        let expected: ExpectedState
        let database: Database
        let clocks: Clocks
        let observer: Observer

        var owner: StateOwner { expected.owner }
        var changelog: String { topics.changelog(of: owner) }

        /// Returns the partition of an input's topic.
        func place(_ input: Input) -> TopicPartition { topics.place(input, of: owner) }

        /// Returns the partitions of topics in which a restore of a partition looks up records.
        func compared(_ partition: Int32) -> [TopicPartition] {
            Input.both(of: [partition]).map(place) + [TopicPartition(changelog, partition)]
        }
    }

    /// The progress of one partition.
    struct Progress {
        let store: RocksStore
        let began: Int64
        /// The newest identity in the changelog, or nil if there is none.
        var logged: StoreVerdict.Logged?
        var isSearched = false
        var isBeingSearched = false
        /// The bounds of the committed part of the changelog; nil before they are requested.
        var committedLog: Watermarks?
        /// The first record of the changelog at or after the offset of the store's identity, if one was found.
        var foundIdentity: LogMark?
        /// The bounds of the inputs; empty before they are requested.
        var inputs: [Input: LogBounds] = [:]
        /// The records that were found at the offsets of the last records that the state has read.
        var found: [Input: LogMark] = [:]
        /// The inputs whose last record is still being looked up.
        var compared: Set<Input> = []
        var restore = PartitionRestore()
        /// The first offset of the changelog.
        var low: Int64 = 0
        /// Whether the store had state before the restore.
        var hadState = false
        /// Whether the store must be written to the changelog: an operator adopted it, and the changelog lacks a part.
        var writesBack = false
        /// Whether the state is accepted only because of `--adopt-state`.
        var isMended = false
        /// The offset at which reading begins; nil before the decision.
        var start: Int64?
        /// The next offset of the changelog to read.
        var next: Int64 = 0
        /// The wall clock time of the last request for the changelog's end.
        var endAsked: Int64 = 0
        /// The earliest time for the next request.
        var dueAt: Int64 = 0
        var records = 0
        var bytes = 0
        /// Whether further records are ignored, because the restore failed or was canceled.
        var isCancelled = false

        /// Whether the next step is a request, rather than reading or a lookup.
        var mayAsk: Bool { end == nil && !isCompared }
        /// Whether records or the identity are being looked up.
        var isCompared: Bool { !compared.isEmpty || isBeingSearched && !isSearched }
        /// The offset up to which the changelog is to be read, or nil if reading is not due.
        var end: Int64? { if case .read(let end) = restore.request { end } else { nil } }
    }

    /// The number of records after which the thread checks for a cancellation.
    private static let turnRecords = 5_000
    private static let pollMilliseconds: Int64 = 100
    static let askMilliseconds: Int32 = 1_000
    /// The longest time that requests may delay the reading of records.
    private static let requestsMilliseconds: Int64 = 200
    private static let pauseMilliseconds: Int64 = 500
    private static let reportMilliseconds: Int64 = 1_000

    let plan: Plan
    let clocks: Clocks
    let mailbox: RestoreMailbox
    /// Reads changelogs into stores.
    let reader: LogReader
    /// Looks up single records of inputs.
    let lookup: LogReader
    /// Separate clients for requests: an answer would otherwise wait up to half a second behind a fetch.
    let committed: Admin
    let uncommitted: Admin
    var search: IdentitySearch
    /// The partition counts of uploads, settings and state; nil before they are requested.
    var counts: [String: Int32]?
    var progress: [Int32: Progress] = [:]
    private var reported: Int64 = 0

    private init(_ plan: Plan, _ mailbox: RestoreMailbox) throws(KafkaError) {
        let report = ClientReports.sink(plan.observer)
        let reader = try LogReader(plan.clients.restorer, plan.clocks, onEvent: report)
        let lookup = try LogReader(plan.clients.restorer, plan.clocks, onEvent: report)
        let committed = try Admin(plan.clients.restorer, isolation: .committed, onEvent: report)
        let uncommitted = try Admin(plan.clients.restorer, isolation: .uncommitted, onEvent: report)
        let search = try IdentitySearch(plan.changelog, plan.clients.restorer, plan.clocks, onEvent: report)
        self.plan = plan
        clocks = plan.clocks
        self.mailbox = mailbox
        self.reader = reader
        self.lookup = lookup
        self.committed = committed
        self.uncommitted = uncommitted
        self.search = search
    }

    /// Begins to restore partitions.
    ///
    /// - Returns: The mailbox for the results, or nil if the system cannot create a thread.
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

    /// Works until every partition is restored, has failed or was canceled.
    private mutating func run(_ partitions: [Int32]) {
        for partition in partitions { open(partition) }
        while mailbox.isWanted, !progress.isEmpty {
            makeDueRequests()
            if search.isUnderWay { searchIdentities() }
            if lookup.isReading { compareInputs() }
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

    /// Searches for identities for up to 20 ms, or 100 ms if no changelog is being read.
    private mutating func searchIdentities() {
        let isReading = progress.contains { $0.value.end != nil }
        do throws(KafkaError) {
            for (partition, answer) in try search.advance(milliseconds: isReading ? 20 : 100) {
                switch answer {
                case .success(let logged):
                    progress[partition]?.logged = logged
                    compareChangelog(partition)
                case .failure(let error): fail(partition, .store(error))
                }
            }
        } catch {
            guard error.passesAtWork else {
                for (partition, known) in progress where known.isCompared { fail(partition, .kafka(error)) }
                return
            }
            plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    /// Gives up a partition and reports the error.
    mutating func fail(_ partition: Int32, _ error: RestoreError) {
        forget(partition)
        mailbox.fail(partition, error)
    }

    mutating func forget(_ partition: Int32) {
        reader.end(TopicPartition(plan.changelog, partition))
        search.cancel(partition)
        for place in plan.compared(partition) { lookup.end(place) }
        progress[partition] = nil
        plan.observer.restoreEnded(partition: partition)
    }

    /// Makes the requests that are due for up to 200 ms, beginning with the request that has waited longest.
    private mutating func makeDueRequests() {
        let until = clocks.steadyMilliseconds() + Self.requestsMilliseconds
        let waiting = progress.filter { $0.value.mayAsk }.sorted {
            ($0.value.dueAt, $0.key) < ($1.value.dueAt, $1.key)
        }
        for (partition, known) in waiting {
            let now = clocks.steadyMilliseconds()
            guard known.dueAt <= now, now < until else { return }
            ask(partition)
        }
    }

    /// Makes the requests of one partition until it must read, or until a broker does not answer.
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

    /// Reads the available records into the stores.
    private mutating func replay() {
        let due = progress.values.filter(\.mayAsk).map(\.dueAt).min()
        let longest = search.isUnderWay || lookup.isReading ? 0 : Self.pollMilliseconds
        let wait = max(0, min(due.map { $0 - clocks.steadyMilliseconds() } ?? .max, longest))
        guard reader.isReading else { return clocks.sleep(milliseconds: max(wait, 1)) }
        do throws(KafkaError) {
            if let first = try reader.next(until: clocks.steadyMilliseconds() + wait) { try turn(first) }
        } catch {
            if error.passesAtWork {
                plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
            } else {
                for (partition, known) in progress where known.end != nil { note(partition, .kafka(error)) }
            }
        }
        settle()
        report()
    }

    /// Handles an event and the further events that are available, while no partition can be canceled.
    private mutating func turn(_ first: consuming LogReader.Event) throws(KafkaError) {
        var first: LogReader.Event? = first
        try mailbox.whileWanted { wanted throws(KafkaError) in
            for partition in progress.keys where !wanted.contains(partition) { progress[partition]?.isCancelled = true }
            if let event = first.take() { take(event) }
            // Handle each event, because the reader does not return it again.
            for _ in 1..<Self.turnRecords {
                guard let event = try reader.next(until: 0) else { break }
                take(event)
            }
        }
    }

    /// Reports the failures of a turn, and drops canceled partitions.
    ///
    /// Called without the mailbox's lock, because reporting a failure needs the lock.
    private mutating func settle() {
        mailbox.whileWanted { wanted in
            for partition in progress.keys where !wanted.contains(partition) { progress[partition]?.isCancelled = true }
        }
        for (partition, error) in failures { fail(partition, error) }
        failures = []
        for (partition, known) in progress where known.isCancelled { forget(partition) }
    }

    /// The failures of this turn.
    private var failures: [(Int32, RestoreError)] = []

    private mutating func note(_ partition: Int32, _ error: RestoreError) {
        guard progress[partition]?.isCancelled == false else { return }
        progress[partition]?.isCancelled = true
        failures.append((partition, error))
    }

    private mutating func take(_ event: consuming LogReader.Event) {
        switch consume event {
        case .record(let message): take(message)
        case .end(let place): endReading(place.partition)
        case .failed(let place, let error): if error.kind == .ofPartition { note(place.partition, .kafka(error)) }
        }
    }

    private mutating func take(_ message: borrowing Message) {
        let partition = message.partition
        guard let known = progress[partition], !known.isCancelled else { return }
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

    private mutating func endReading(_ partition: Int32) {
        guard let known = progress[partition], !known.isCancelled, let end = known.end else { return }
        do throws(StoreError) {
            try endReading(partition, known, at: end)
        } catch {
            note(partition, .store(error))
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
