import Dispatching
import JSON
import Randomness
import Testing
import Vocabulary
import Webhooks

/// A dispatcher with all that it needs besides Kafka and HTTP: topics, stores, settings, and answers.
///
/// Only what was committed outlives `crash`.
final class Rig {
    /// What a receiver was asked to take.
    struct Request {
        let delivery: Delivery
        let atMilliseconds: Int64
    }

    private(set) var options: DispatchOptions
    var now: Int64
    private(set) var topic: [Int32: [DispatchRecord]] = [:]
    private(set) var offsets: [Int32: Int64] = [:]
    private var positions: [Int32: Int64] = [:]
    private(set) var states: [Int32: DurableState] = [:]
    let settings = SettingsTable()
    private(set) var dispatcher: Dispatcher
    private(set) var underWay: [Delivery.ID: Request] = [:]
    private(set) var deadLetters: [OutputRecord] = []
    private(set) var counts: [DispatchCounts.JobOutcome: Int] = [:]
    private(set) var attempts: [AttemptOutcome: Int] = [:]
    private(set) var failures: [FailedAttempt] = []
    private var random: SeededRandom
    private var lastJob = 0

    /// More calls of `begin` than any test needs at one time.
    private static let beginsMax = 2_000

    /// The first time of all rigs.
    static let start: Int64 = 1_714_119_300_000
    /// The base of all partitions that no rig gives another one.
    static let base = start * 1_000

    /// Returns the offset that is behind a sequence with the first base; a sequence of a header stays as it is.
    static func number(_ sequence: Int64) -> Int64 { sequence >= base ? sequence - base : sequence }

    init(_ options: DispatchOptions = DispatchOptions(), partitions: Int32 = 1, seed: UInt64 = 1) throws {
        self.options = options
        now = Self.start
        random = SeededRandom(seed: seed)
        dispatcher = Dispatcher(options, settings: settings.newest)
        for partition in 0..<partitions {
            topic[partition] = []
            offsets[partition] = 0
            states[partition] = DurableState()
            try assign(partition)
        }
        _ = try commit()
    }

    func assign(_ partition: Int32, sequences: SequenceStart = .kept, isAdopted: Bool = false) throws {
        guard let state = states[partition], let offset = offsets[partition] else { return }
        positions[partition] = offset
        try dispatcher.assigned(
            partition,
            offset: offset,
            state: state,
            sequences: sequences,
            isAdopted: isAdopted,
            at: now
        )
    }

    /// Takes a further partition over, without a commit.
    func addPartition(_ partition: Int32) {
        topic[partition] = []
        offsets[partition] = 0
        states[partition] = DurableState()
        try? assign(partition)
    }

    /// Starts the next process at a time, and takes the first partition over.
    func restart(at time: Int64, sequences: SequenceStart) throws {
        underWay = [:]
        now = time
        dispatcher = Dispatcher(options, settings: settings.newest)
        try assign(0, sequences: sequences)
        _ = try commit()
    }

    /// Replaces the topic of a partition by an empty one, without any call of the dispatcher.
    func recreateTopic(_ partition: Int32) {
        topic[partition] = []
        offsets[partition] = 0
    }

    /// Sets the group's offset of a partition, as an operator can.
    func resetOffset(_ partition: Int32, to offset: Int64) { offsets[partition] = offset }

    /// Appends a record to the topic, without reading it.
    func append(_ record: DispatchRecord) { topic[record.partition, default: []].append(record) }

    /// Returns the next offset of a partition.
    func end(of partition: Int32) -> Int64 { (topic[partition]?.last?.offset ?? -1) + 1 }

    /// Makes the record of a job.
    func job(
        _ connection: String,
        _ dataType: String = "sleep",
        partition: Int32 = 0,
        documents: String = #"{"id":"sleep/1","op":"upsert","document":{"value":1}},{"id":"sleep/2","op":"delete"}"#,
        parts: Int = 1,
        padding: Int = 0
    ) -> DispatchRecord {
        lastJob += 1
        let id = "00000000-0000-4000-8000-" + "\(1_000_000_000_000 + lastJob)".suffix(12)
        let created = String(decoding: Instant.iso8601(unixMilliseconds: now), as: UTF8.self)
        let value = """
            {"id":"\(id)","type":"fork.data.updated","connection_id":"\(connection)","app_id":"app","user_id":\
            "\(String(repeating: "u", count: padding))","callback_url":"https://job.example/","data_type":"\(dataType)",\
            "created_at":"\(created)","uploads":["\(id)"],"part":1,"parts":\(parts),"documents":[\(documents)]}
            """
        return DispatchRecord(
            partition: partition,
            offset: end(of: partition),
            timestampMilliseconds: now,
            key: Array(connection.utf8),
            value: Array(value.utf8)
        )
    }

    /// Returns whether the dispatcher wants records of each partition.
    func wantsInput(_ partitions: [Int32]) -> [Bool] { partitions.map { dispatcher.wantsInput($0) } }

    /// Reads what the dispatcher wants to read.
    func read() {
        for partition in topic.keys.sorted() {
            for record in (topic[partition] ?? []) where record.offset >= positions[partition] ?? .max {
                guard dispatcher.wantsInput(partition) else { break }
                positions[partition] = record.offset + 1
                dispatcher.received(record, at: now)
            }
        }
    }

    func put(_ fields: String?, of connection: String) throws {
        try settings.put(fields, of: connection, at: now)
        guard let id = ConnectionID(Array(connection.utf8)) else { return }
        dispatcher.settingsChanged(id, at: now)
    }

    /// Begins what may begin now.
    func begin() -> [Delivery] {
        var all: [Delivery] = []
        for _ in 0..<Self.beginsMax {
            all += beginOnce()
            if dispatcher.nextBegin > now { return all }
        }
        Issue.record("begin is due again and again, without end")
        return all
    }

    /// Calls `begin` of the dispatcher once.
    func beginOnce() -> [Delivery] {
        let deliveries = dispatcher.begin(at: now, using: &random)
        for delivery in deliveries { underWay[delivery.id] = Request(delivery: delivery, atMilliseconds: now) }
        return deliveries
    }

    func answer(_ id: Delivery.ID, _ result: DeliveryResult) {
        underWay[id] = nil
        dispatcher.answered(id, result, at: now, using: &random)
    }

    /// Returns the request under way that has the number of its sequence.
    func request(_ number: Int64) -> Request? {
        underWay.values.first { Self.number($0.delivery.sequence) == number }
    }

    func cutOff(_ partitions: [Int32]) -> [Delivery] {
        dispatcher.cutOff(partitions).compactMap { underWay.removeValue(forKey: $0)?.delivery }
    }

    func drain(_ partitions: [Int32]) -> Int64 { dispatcher.drain(partitions, at: now) }

    func release(_ partitions: [Int32]) { for id in dispatcher.released(partitions) { underWay[id] = nil } }

    /// Commits what there is; `isAborted`: without success.
    func commit(isAborted: Bool = false) throws -> DispatchCommit? {
        guard let commit = try dispatcher.commit(at: now) else { return nil }
        if isAborted {
            dispatcher.aborted()
            return commit
        }
        for part in commit.partitions {
            offsets[part.partition] = part.nextOffset
            states[part.partition]?.apply(part.changes)
        }
        deadLetters += commit.deadLetters
        counts.merge(commit.counts.jobs, uniquingKeysWith: +)
        attempts.merge(commit.counts.attempts, uniquingKeysWith: +)
        failures += commit.counts.failures
        dispatcher.committed(at: now)
        return commit
    }

    /// Ends the process without a commit, and starts the next; its options can be others.
    ///
    /// `isAdopting`: by the order of an operator, it takes the states as they are.
    func crash(_ options: DispatchOptions? = nil, isAdopting: Bool = false) throws {
        underWay = [:]
        self.options = options ?? self.options
        dispatcher = Dispatcher(self.options, settings: settings.newest)
        for partition in topic.keys.sorted() { try assign(partition, isAdopted: isAdopting) }
    }
}

/// The newest settings of all connections.
final class SettingsTable {
    private var settings: [ConnectionID: NewestSettings] = [:]
    private var end: Int64 = 0

    /// Puts the settings of a connection; nil removes them.
    func put(_ fields: String?, of connection: String, at now: Int64) throws {
        guard let id = ConnectionID(Array(connection.utf8)) else { return }
        var parsed: ConnectionSettings?
        if let fields {
            var parser = Parser()
            let record = try parser.parse(Array("{\"connection_id\":\"\(connection)\",\(fields)}".utf8))
            parsed = try ConnectionSettings(
                record,
                timestampMilliseconds: now,
                rules: Rules(),
                zones: ZoneTable { _ in nil }
            )
        }
        settings[id] = NewestSettings(parsed, offset: end)
        end += 1
    }

    func newest(_ connection: ConnectionID) -> NewestSettings { settings[connection] ?? .none }
}

func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
