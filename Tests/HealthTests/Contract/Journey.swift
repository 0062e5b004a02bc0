import Foundation
import Health
import JSON
import Store
import Testing
import Vocabulary

/// A journey through the core: lines of uploads in, records out, with the state in memory between the commits.
struct Journey: ~Copyable {
    private var loop: CommitLoop<MemoryStore>
    /// All records so far, in order.
    private(set) var records: [OutputRecord] = []
    /// What became of all samples so far.
    private(set) var accounting = Accounting()

    init(_ rules: Rules = Rules()) {
        let zones = ZoneTable { FileManager.default.contents(atPath: "/usr/share/zoneinfo/\($0)").map(Array.init) }
        loop = CommitLoop(Processor(rules: rules, zones: zones), over: MemoryStore())
    }

    /// How many bytes of state the last commit wrote.
    private(set) var changedBytes = 0

    /// Processes uploads in one commit, each written as a line of JSON; with a timestamp as records, else as lines of a
    /// file.
    mutating func commit(_ lines: String..., at timestamp: Int64? = nil) {
        commit(lines.map { $0 }, to: .uploads, at: timestamp)
    }

    /// Processes uploads in one commit, each written as a line of JSON.
    mutating func commit(_ lines: [String]) { commit(lines.map { $0 }, to: .uploads, at: nil) }

    /// Processes a line of a file in one commit; the connection is that of a line that names none.
    mutating func commit(line: String, connection: String) {
        loop.add(line: Array(line.utf8), connection: Array(connection.utf8))
        end()
    }

    /// Processes the settings of the connection `c` in one commit; nil is a record without a value.
    mutating func settings(_ line: String?, at timestamp: Int64? = nil) {
        commit([line], to: .connections, at: timestamp)
    }

    /// Makes of the settings what no version has written.
    mutating func spoilSettings() {
        guard let connection = ConnectionID([UInt8(ascii: "c")]) else { return }
        let spoilt = StateChange(connection: connection, stateKey: StateKey(.settings), value: [0xFF], heldBytes: nil)
        loop.commit { $1.apply([spoilt]) }
    }

    /// Whether the state that an upload needs can't be read; nothing of it is kept.
    mutating func isUnreadable(_ line: String) -> Bool {
        loop.add(line: Array(line.utf8))
        return loop.commit { _, _ in }.unreadable != nil
    }

    /// A record of an input topic, of the connection `c`.
    struct Input {
        let topic: RecordPlace.Topic
        let value: String?
        let timestamp: Int64

        static func uploads(_ value: String, at timestamp: Int64) -> Self {
            Self(topic: .uploads, value: value, timestamp: timestamp)
        }

        static func settings(_ value: String?, at timestamp: Int64) -> Self {
            Self(topic: .connections, value: value, timestamp: timestamp)
        }
    }

    /// Processes records of both topics in one commit.
    mutating func commit(_ inputs: [Input]) {
        for input in inputs {
            loop.add(
                input.topic,
                key: [UInt8(ascii: "c")],
                value: input.value.map { Array($0.utf8) },
                timestampMilliseconds: input.timestamp
            )
        }
        end()
    }

    /// The state keys of what is kept of connections.
    var stateOfConnections: [StateKey] {
        let all = StateKey(head: 0, high: 0, low: 0)...StateKey(head: .max, high: .max, low: .max)
        var found: [StateKey] = []
        var last: ConnectionID?
        while let connection = loop.state.firstConnection(after: last) {
            found += loop.state.stateKeys(in: all, of: connection)
            last = connection
        }
        return found
    }

    private mutating func commit(_ lines: [String?], to topic: RecordPlace.Topic, at timestamp: Int64?) {
        for line in lines {
            let value = line.map { Array($0.utf8) }
            if timestamp == nil, let value {
                loop.add(line: value, to: topic)
            } else {
                loop.add(topic, key: [UInt8(ascii: "c")], value: value, timestampMilliseconds: timestamp)
            }
        }
        end()
    }

    private mutating func end() {
        let outcome = loop.commit()
        #expect(outcome.unreadable == nil && outcome.broken == nil)
        changedBytes = outcome.changes.reduce(0) { $0 + ($1.value?.count ?? 0) }
        records += outcome.records
        accounting += outcome.accounting
    }

    /// The codes of what was refused, in order.
    var refusals: [String] {
        records.filter { $0.deadLetter != nil }.map { record in
            String(decoding: record.headers.first { $0.name == "fork-error-code" }?.value ?? [], as: UTF8.self)
        }
    }

    /// The live documents by key, as JSON text.
    var documents: [String: String] {
        var live: [String: String] = [:]
        for record in records where record.kind == .document {
            let key = String(decoding: record.key ?? [], as: UTF8.self)
            live[key] = record.value.map { String(decoding: $0, as: UTF8.self) }
        }
        return live
    }
}

extension CommitLoop where State == MemoryStore {
    /// A loop that knows no time zone.
    init(_ rules: Rules = Rules(), over state: MemoryStore = MemoryStore()) {
        self.init(Processor(rules: rules, zones: ZoneTable { _ in nil }), over: state)
    }

    /// Processes an upload, written as a line of JSON, in a commit of its own; says what its batch weighed, too.
    mutating func commit(_ line: String) -> (weightBytes: Int, outcome: Outcome) {
        add(line: Array(line.utf8))
        let weight = batch?.weightBytes ?? 0
        return (weight, commit())
    }
}

/// Uploads as lines of JSON, all of one connection and in UTC.
enum Line {
    /// An id that differs by its number only.
    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    /// An upload of samples and of deleted ids.
    static func upload(
        _ collectedAt: String,
        _ samples: [String],
        deleted: [Int] = [],
        id number: Int = 999
    ) -> String {
        let deletions = deleted.map { "{\"id\":\"\(id($0))\"}" }.joined(separator: ",")
        return """
            {"upload_id":"\(id(number))","connection_id":"c","collected_at":"\(collectedAt)",\
            "samples":[\(samples.joined(separator: ","))],"deleted":[\(deletions)]}
            """
    }

    /// A sample; `more` are its other members.
    static func sample(_ number: Int, _ type: String, _ start: String, _ end: String, _ more: String) -> String {
        """
        {"id":"\(id(number))","type":"\(type)","start_date":"\(start)","end_date":"\(end)",\(more)}
        """
    }

    /// A sample of steps.
    static func steps(_ number: Int, _ start: String, _ end: String, _ value: Int) -> String {
        sample(number, "HKQuantityTypeIdentifierStepCount", start, end, "\"value\":\(value),\"unit\":\"count\"")
    }

    /// A sample of sleep of a source.
    static func sleep(_ number: Int, _ start: String, _ end: String, _ stage: Int, source: String) -> String {
        let more = "\"value\":\(stage),\"source\":{\"name\":\"\(source)\"}"
        return sample(number, "HKCategoryTypeIdentifierSleepAnalysis", start, end, more)
    }

    static func workout(_ number: Int, _ start: String, _ end: String, version: Int) -> String {
        let more = "\"workout_activity_type\":37,\"version\":\(version)"
        return sample(number, "HKWorkoutTypeIdentifier", start, end, more)
    }
}
