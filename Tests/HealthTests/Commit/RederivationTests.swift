import Health
import Store
import Testing
import Vocabulary

/// What one commit of a re-derivation may hold.
struct RederivationTests {
    /// Somebody replaces a topic, and a commit that brings nothing else notices it.
    private static func replace(_ topic: String, _ processor: borrowing Processor, _ state: inout MemoryStore) {
        var outcome = Outcome()
        let mark = LogMark(offset: 1, timestampMilliseconds: 2, checksum: 3)
        let log = processor.documentLog(topic, over: state)
        processor.note([WrittenLog(log, mark: mark, isReplaced: true)], in: &outcome, over: state)
        state.apply(outcome.afterDelivery)
    }

    @Test func `a commit publishes documents of 500 connections at most, each of which can have a topic`() throws {
        let zones = ZoneTable { _ in nil }
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        for number in 0..<520 {
            let line = Line.upload(
                "2024-01-06T00:00:00Z",
                [Line.steps(number, "2024-01-05T10:00Z", "2024-01-05T10:00Z", 5)]
            )
            loop.add(line: Array(line.replacing(#""connection_id":"c""#, with: #""connection_id":"c\#(number)""#).utf8))
        }
        loop.commit()
        var rules = Rules()
        rules.routing = .single
        let processor = Processor(rules: rules, zones: zones)
        var connections: [Int] = []
        var done: [Int?] = []
        for _ in 0..<2 {
            let part = processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
            loop.state.apply(part.outcome.changes)
            connections.append(Set(part.outcome.records.map(\.topic)).subtracting(["fork.documents"]).count)
            done.append(part.done)
        }
        #expect(connections == [500, 20])
        #expect(done == [500, nil])
    }

    @Test func `documents that other rules have moved come back when rules change back, whatever was derived between`()
    {
        let zones = ZoneTable { _ in nil }
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        var live: [String: [UInt8]] = [:]
        func note(_ outcome: Outcome) {
            for record in outcome.records where record.kind == .document {
                live["\(record.topic) \(String(decoding: record.key ?? [], as: UTF8.self))"] = record.value
            }
        }
        var single = Rules()
        single.routing = .single
        for (number, rules) in [Rules(), single, Rules()].enumerated() {
            loop.processor = Processor(rules: rules, zones: zones)
            if number == 2 { break }
            let steps = Line.steps(number, "2024-01-05T1\(number):00Z", "2024-01-05T1\(number):00Z", 5)
            loop.add(line: Array(Line.upload("2024-01-06T00:00:0\(number)Z", [steps]).utf8))
            note(loop.commit())
        }
        #expect(live.keys.allSatisfy { $0.hasPrefix("fork.documents ") })
        guard case .behind = loop.processor.standing(of: loop.state) else {
            Issue.record("nothing is to be derived again")
            return
        }
        let part = loop.processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
        note(part.outcome)
        #expect(!live.isEmpty && live.keys.allSatisfy { $0.hasPrefix("fork.connection.c ") })
    }

    @Test func `a re-derivation does not name the connection that it stood at when that was forgotten`() throws {
        let zones = ZoneTable { _ in nil }
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        for name in ["anna", "bert"] {
            let days = (1...3).map { Line.steps($0, "2024-01-0\($0)T10:00Z", "2024-01-0\($0)T10:00Z", 5) }
            let line = Line.upload("2024-01-06T00:00:00Z", days)
            loop.add(line: Array(line.replacing(#""connection_id":"c""#, with: #""connection_id":"\#(name)""#).utf8))
        }
        loop.commit()
        var rules = Rules()
        rules.routing = .single
        loop.processor = Processor(rules: rules, zones: zones)
        func rederive(_ budgetBytes: Int) -> Int? {
            let part = loop.processor.rederive(
                over: loop.state,
                partition: 0,
                budgetBytes: budgetBytes,
                atMilliseconds: 0
            )
            loop.state.apply(part.outcome.changes)
            return part.done
        }
        func summary() throws -> PartitionSummary {
            let value = try #require(loop.state.value(at: StateKey(.partition), of: .ofPartition))
            return try #require(PartitionSummary(value))
        }
        #expect(rederive(1) == 0)
        #expect(try summary().position?.connection?.string == "anna")
        loop.add(line: Array(#"{"connection_id":"anna","forget":true}"#.utf8), to: .connections)
        loop.commit()
        let position = try #require(try summary().position)
        #expect(position.connection == nil && position.done == 0)
        #expect(rederive(.max) == nil)
        #expect(try summary().position == nil && summary().connections == 1)
    }

    @Test func `a connection whose topic was deleted while rules change has each job once`() throws {
        let zones = ZoneTable { _ in nil }
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        let settings = #"{"connection_id":"c","callback_url":"https://example.com/hook"}"#
        loop.add(line: Array(settings.utf8), to: .connections)
        let nap = [
            Line.sleep(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 3, source: "watch"),
            Line.sleep(2, "2024-01-05T10:40Z", "2024-01-05T10:50Z", 3, source: "watch"),
        ]
        loop.add(line: Array(Line.upload("2024-01-06T00:00:00Z", nap).utf8))
        loop.commit()
        var rules = Rules()
        rules.sleepThresholdSeconds = 600
        let processor = Processor(rules: rules, zones: zones)
        Self.replace("fork.connection.c", processor, &loop.state)
        var jobs: [[UInt8]?] = []
        var done: Int? = 0
        while done != nil {
            let part = processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
            loop.state.apply(part.outcome.changes)
            jobs += part.outcome.records.filter { $0.kind == .job }.map(\.value)
            done = part.done
        }
        #expect(jobs.count == 1)
    }

    @Test func `jobs tell of parts that go while the topic of their document is published again`() throws {
        let zones = ZoneTable { _ in nil }
        var small = Rules()
        small.documentMaxBytes = 1_500
        var loop = CommitLoop(Processor(rules: small, zones: zones), over: MemoryStore())
        loop.add(
            line: Array(#"{"connection_id":"c","callback_url":"https://example.com/hook"}"#.utf8),
            to: .connections
        )
        let night = (10..<30).map { minute in
            Line.sleep(minute, "2024-01-05T10:\(minute)Z", "2024-01-05T10:\(minute + 1)Z", 3, source: "watch")
        }
        loop.add(line: Array(Line.upload("2024-01-06T00:00:00Z", night).utf8))
        let parts = loop.commit().records.filter { $0.kind == .document && $0.value != nil }.count
        #expect(parts > 1)
        loop.processor = Processor(rules: Rules(), zones: zones)
        Self.replace("fork.connection.c", loop.processor, &loop.state)
        let part = loop.processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
        let jobs = part.outcome.records.filter { $0.kind == .job }.map {
            String(decoding: $0.value ?? [], as: UTF8.self)
        }
        #expect(jobs.count == 1)
        #expect(jobs.first?.ranges(of: #""op":"delete""#).count == parts - 1)
    }
}
