import Foundation
import Health
import JSON
import Store
import Testing
import Vocabulary

/// A journey through a partition of several connections whose rules change, and whose topics somebody deletes.
struct PartitionJourney: ~Copyable {
    private(set) var loop: CommitLoop<MemoryStore>
    private var rules: Rules
    /// How many connections wait, as the commits count them.
    private(set) var owedCount = 0
    /// What the last step brought.
    private(set) var last: [OutputRecord] = []
    /// The live documents, by topic and key.
    private(set) var live: [String: [UInt8]] = [:]
    /// The topics that have live documents.
    var liveTopics: Set<Substring> { Set(live.keys.map { $0.prefix { $0 != " " } }) }

    init(_ rules: Rules = Rules()) {
        self.rules = rules
        loop = CommitLoop(Processor(rules: rules, zones: Self.zones), over: MemoryStore(), partition: 2)
    }

    private static var zones: ZoneTable {
        ZoneTable { FileManager.default.contents(atPath: "/usr/share/zoneinfo/\($0)").map(Array.init) }
    }

    /// Rules that differ in one thing.
    static func rules(_ change: (inout Rules) -> Void) -> Rules {
        var rules = Rules()
        change(&rules)
        return rules
    }

    private mutating func note(_ outcome: Outcome) {
        #expect(outcome.unreadable == nil && outcome.broken == nil)
        // The worker would abort such a commit again and again, and with it those of all other connections.
        let refused = outcome.records.filter { $0.kind == .document && loop.processor.refusals[$0.topic] != nil }
        #expect(refused.documents == [])
        last = outcome.records
        owedCount += outcome.owedDifference
        #expect(owedCount == owed.count)
        mark(outcome)
        for record in outcome.records where record.kind == .document {
            live["\(record.topic) \(String(decoding: record.key ?? [], as: UTF8.self))"] = record.value
        }
    }

    /// Commits an upload of a connection.
    @discardableResult
    mutating func upload(
        _ samples: [String],
        of connection: String = "c",
        at collectedAt: String = "2024-01-07T12:00:00Z",
        deleted: [Int] = []
    ) -> Outcome {
        let line = Line.upload(collectedAt, samples, deleted: deleted)
        loop.add(line: Array(line.replacing(#""connection_id":"c""#, with: #""connection_id":"\#(connection)""#).utf8))
        let outcome = loop.commit()
        note(outcome)
        return outcome
    }

    /// Commits settings of a connection; `fields` follow its id.
    @discardableResult
    mutating func settings(_ fields: String = "", of connection: String = "c") -> Outcome {
        loop.add(line: Array(#"{"connection_id":"\#(connection)"\#(fields)}"#.utf8), to: .connections)
        let outcome = loop.commit()
        note(outcome)
        return outcome
    }

    /// Commits records of a connection's settings together.
    mutating func commitSettings(_ values: [String?], of connection: String) {
        for value in values {
            let bytes = value.map { Array($0.utf8) }
            loop.add(.connections, key: Array(connection.utf8), value: bytes, timestampMilliseconds: nil)
        }
        note(loop.commit())
    }

    /// Commits settings of the connection `c`, if any, then an upload, other settings, and another upload, together.
    @discardableResult
    mutating func commit(
        _ before: String?,
        _ samples: [String],
        _ after: String,
        then more: [String] = [],
        at collectedAt: String = "2024-01-07T12:00:00Z"
    ) -> Outcome {
        if let before { loop.add(line: Self.line(before), to: .connections) }
        loop.add(line: Array(Line.upload(collectedAt, samples).utf8))
        loop.add(line: Self.line(after), to: .connections)
        if !more.isEmpty { loop.add(line: Array(Line.upload(collectedAt, more).utf8)) }
        let outcome = loop.commit()
        note(outcome)
        return outcome
    }

    /// Settings of the connection `c`; `fields` follow its id.
    private static func line(_ fields: String) -> [UInt8] { Array(#"{"connection_id":"c"\#(fields)}"#.utf8) }

    /// Goes on by other rules, as a worker that is started again; with a zone, all names of zones mean that one.
    mutating func change(_ rules: Rules, zone: String? = nil) {
        self.rules = rules
        let zones = zone.map { zone in
            ZoneTable { _ in FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(zone)").map(Array.init) }
        }
        loop.processor = Processor(rules: rules, zones: zones ?? Self.zones)
    }

    /// One commit of the re-derivation; nil when nothing is left to be done.
    mutating func rederive(_ budgetBytes: Int = .max) -> Int? {
        let part = loop.processor.rederive(over: loop.state, partition: 2, budgetBytes: budgetBytes, atMilliseconds: 0)
        loop.state.apply(part.outcome.changes)
        note(part.outcome)
        return part.done
    }

    /// All commits of the re-derivation, each as small as it can be; what they brought.
    mutating func rederiveAll(_ budgetBytes: Int = 1) -> [OutputRecord] {
        var records: [OutputRecord] = []
        for _ in 0..<1_000 {
            let done = rederive(budgetBytes)
            records += last
            if done == nil { return records }
        }
        Issue.record("the re-derivation does not end")
        return records
    }

    /// Keeps where the documents of a commit lie.
    private mutating func mark(_ outcome: Outcome) {
        var topics: [String] = []
        for record in outcome.records where record.kind == .document && topics.last != record.topic {
            topics.append(record.topic)
        }
        keep(topics, areReplaced: false, after: outcome)
    }

    private mutating func keep(_ topics: [String], areReplaced: Bool, after outcome: Outcome = Outcome()) {
        var outcome = outcome
        let mark = LogMark(offset: 4, timestampMilliseconds: 5, checksum: 6)
        let written = topics.map { topic in
            WrittenLog(loop.processor.documentLog(topic, over: loop.state), mark: mark, isReplaced: areReplaced)
        }
        loop.processor.note(written, in: &outcome, over: loop.state)
        #expect(outcome.unreadable == nil && outcome.broken == nil)
        loop.state.apply(outcome.afterDelivery)
    }

    /// Somebody deletes topics, and a commit finds other logs there; whether that orders what was in them again.
    mutating func delete(_ topics: String...) -> Bool {
        for topic in topics { live = live.filter { !$0.key.hasPrefix(topic + " ") } }
        let known = topics.filter { loop.processor.documentLog($0, over: loop.state).last != nil }
        keep(known, areReplaced: true)
        return !known.isEmpty
    }

    /// A topic takes nothing from now on; nil: it takes documents again.
    mutating func refuse(_ topic: String, _ reason: String?) { loop.processor.refusals[topic] = reason }

    /// Looks at the connections that wait, and derives those again whose topics take documents; what that brought.
    mutating func release() -> [OutputRecord] {
        var next: StateKey?
        for _ in 0..<100 {
            let (outcome, stateKey) = loop.processor.release(over: loop.state, from: next)
            #expect(outcome.unreadable == nil && outcome.broken == nil && outcome.records.isEmpty)
            loop.state.apply(outcome.changes)
            owedCount += outcome.owedDifference
            next = stateKey
            if next == nil { return rederiveAll(.max) }
        }
        Issue.record("the markers do not end")
        return []
    }

    /// The connections that wait, as the state names them.
    var owed: [OwedConnection] {
        var owed: [OwedConnection] = []
        loop.processor.owed(in: loop.state) { if let one = $0 { owed.append(one) } }
        return owed
    }

    /// How its documents stand to the rules.
    var standing: Processor.Standing { loop.processor.standing(of: loop.state) }

    /// What is known of the partition.
    var summary: PartitionSummary? {
        loop.state.value(at: StateKey(.partition), of: .ofPartition).flatMap { PartitionSummary($0) }
    }

    /// The names of the live documents, without their topics, ascending.
    var names: [String] {
        live.keys.map { String($0.split(separator: " ").last ?? "") }.sorted()
    }
}

extension [OutputRecord] {
    /// The topics and keys of documents, with what is done to them.
    var documents: [String] {
        filter { $0.kind == .document }.map { record in
            let key = String(decoding: record.key ?? [], as: UTF8.self)
            return "\(record.value == nil ? "delete" : "upsert") \(record.topic) \(key)"
        }
    }

    /// What is told to those who wait for webhooks.
    var jobs: [JobView] { compactMap { JobView($0) } }
}
