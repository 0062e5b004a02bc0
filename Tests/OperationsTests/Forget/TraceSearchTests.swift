import Health
import Kafka
import Operations
import Store
import Testing
import Vocabulary

/// What names a connection, by its whole name, and what of that is live.
struct TraceSearchTests {
    /// One record, of partition 0 unless said otherwise.
    struct Record: Sendable, CustomTestStringConvertible {
        let kind: TraceTopic.Kind
        let key: String?
        let value: String?
        let isNamed: Bool

        init(_ kind: TraceTopic.Kind, _ key: String?, _ value: String?, _ isNamed: Bool) {
            (self.kind, self.key, self.value, self.isNamed) = (kind, key, value, isNamed)
        }

        var testDescription: String { "\(kind) \(key ?? "null") \(value ?? "null")" }
    }

    static func topic(_ kind: TraceTopic.Kind, policy: String = "compact") -> TraceTopic {
        var topic = TraceTopic("fork.\(kind)", prefix: "fork.", kind, partitionCount: 1)
        topic.settings = ["cleanup.policy": policy]
        return topic
    }

    static func search(_ name: String, _ topics: [TraceTopic]) throws -> TraceSearch {
        TraceSearch(try #require(ConnectionID(Array(name.utf8))), in: topics)
    }

    /// The traces that records leave, in their order.
    static func traces(_ name: String, _ topic: TraceTopic, _ records: [(String?, String?)]) throws -> [Trace] {
        var search = try search(name, [topic])
        for (key, value) in records { search.take(topic, key, value) }
        return search.traces
    }

    @Test(
        arguments: [
            Record(.keyed, "ab", "{}", true), Record(.keyed, "abc", "{}", false), Record(.keyed, "a", "{}", false),
            Record(.keyed, "AB", "{}", false), Record(.keyed, nil, "{}", false), Record(.keyed, "", nil, false),
            // Who refused a record knows it by its value alone.
            Record(.keyed, "x", #"{"connection_id":"ab"}"#, true),
            Record(.keyed, "x", #"{"connection_id":"\u0061b"}"#, true),
            Record(.keyed, nil, #"[{"documents":[{"document":{"connection_id":"ab"}}]}]"#, true),
            Record(.keyed, "x", #"{"connection_id":"abc","user_id":"ab","type":"ab"}"#, false),
            Record(.keyed, "x", #"{"connection_id":"xab"}"#, false),
            Record(.keyed, "x", #"no json: "ab""#, true), Record(.keyed, "x", "no json: abc ab", true),
            Record(.keyed, "x", "no json: abc-ab_ab", false), Record(.keyed, "x", "ab", true),
            Record(.settings, "ab", "{}", true), Record(.settings, "abc", #"{"connection_id":"abc"}"#, false),
            Record(.shared, "ab/steps/2024-04-16", "{}", true), Record(.shared, "abc/steps/2024-04-16", "{}", false),
            Record(.shared, "x/ab", #"{"type":"ab"}"#, false), Record(.shared, "ab", "{}", false),
            Record(.state, "ab\u{0}\u{1}", "x", true), Record(.state, "abc\u{0}\u{1}", "ab", false),
            Record(.state, "!\u{0}ab", #"{"connection_id":"ab"}"#, false),
            Record(.own, "steps/2024-04-16", "{}", true),
            Record(.replay, "request", #"{"into":"ab.","asked":{"connection":"x,ab"}}"#, true),
            Record(.replay, "request", #"{"into":"ab.","asked":{"connection":"x,abc"}}"#, false),
            Record(.replay, "process/ab", #"{"state":"ab"}"#, false),
        ]
    )
    func `a record names a connection by its whole name, where names stand`(record: Record) throws {
        let traces = try Self.traces("ab", Self.topic(record.kind), [(record.key, record.value)])
        #expect(traces.contains { $0.records == 1 } == record.isNamed)
    }

    @Test func `live is the last of its key, and no tombstone`() throws {
        let topic = Self.topic(.shared)
        let records = [("a/1", "{}"), ("a/2", "{}"), ("a/1", "{}"), ("b/1", "{}"), ("a/2", nil), ("a/3", nil)]
        #expect(try Self.traces("a", topic, records) == [Trace(topic: topic.name, partition: 0, records: 5, live: 1)])
        let plain = Self.topic(.keyed, policy: "delete")
        #expect(try Self.traces("a", plain, [("a", "{}"), ("a", "{}")]).map(\.live) == [0])
        let both = Self.topic(.keyed, policy: "compact,delete")
        #expect(try Self.traces("a", both, [("a", "{}"), ("a", "{}")]).map(\.live) == [1])
    }

    @Test func `what named it by its value is live no more when its key has another`() throws {
        let named = #"{"connection_id":"a"}"#
        let topic = Self.topic(.settings)
        #expect(try Self.traces("a", topic, [("x", named)]).map(\.live) == [1])
        #expect(try Self.traces("a", topic, [("x", named), ("x", #"{"connection_id":"x"}"#)]).map(\.live) == [0])
    }

    @Test(
        arguments: [
            ([], []), ([#"{"connection_id":"a"}"#], [1, 1]), ([#"{"connection_id":"a"}"#, "{}", "nonsense"], [1, 1]),
            ([#"{"connection_id":"a"}"#, nil], [1, 0]),
            ([#"{"connection_id":"a"}"#, #"{"connection_id":"a","forget":true}"#], []),
            ([#"{"connection_id":"a","forget":true}"#, #"{"connection_id":"a"}"#], [1, 1]),
            ([#"{"forget":true,"connection_id":"a","app_id":null}"#], []),
            ([#"{"connection_id":"a","forget":"2024-04-26T08:15:00Z"}"#], [1, 1]),
            ([#"{"connection_id":"a","forget":true,"callback_url":"https://a.example"}"#], [1, 1]),
        ] as [([String?], [Int])]
    )
    func `settings are no place when they say only that it is forgotten, nor are older ones`(
        versions: [String?],
        figures: [Int]
    ) throws {
        let traces = try Self.traces("a", Self.topic(.settings), versions.map { ("a", $0) })
        #expect(traces.flatMap { [$0.records, $0.live] } == figures)
    }

    @Test func `a value of the changelog that is of the partition as a whole can name it`() throws {
        var rules = Rules()
        rules.routing = .app
        let sample =
            #"{"id":"00000000-0000-4000-8000-000000000001","type":"HKQuantityTypeIdentifierStepCount","unit":"count","value":7,"#
            + #""start_date":"2024-01-05T10:00:00Z","end_date":"2024-01-05T10:01:00Z"}"#
        let lines: [(RecordPlace.Topic, String)] =
            ["ab", "abc"].flatMap { name in
                [
                    (.connections, #"{"connection_id":"\#(name)","app_id":"one"}"#),
                    (
                        .uploads,
                        #"{"upload_id":"00000000-0000-4000-8000-000000000002","connection_id":"\#(name)","collected_at":"2024-01-06T00:00:00Z","samples":[\#(sample)]}"#
                    ),
                ]
            } + [(.connections, #"{"connection_id":"abc","app_id":"two"}"#)]
        var loop = CommitLoop(Processor(rules: rules, zones: ZoneTable { _ in nil }), over: MemoryStore())
        var log: [Changelog.Record] = []
        for (topic, line) in lines {
            loop.add(line: Array(line.utf8), to: topic)
            log += loop.commit().changes.flatMap { Changelog.records(of: $0) }
        }
        let others = log.filter { $0.key.first == UInt8(ascii: "!") }
        #expect(!others.isEmpty)
        for (name, live) in [("abc", [1]), ("ab", [])] {
            var search = try Self.search(name, [Self.topic(.state)])
            for record in others { search.takeState(record.key, record.value) }
            #expect(search.traces.map(\.live) == live, "\(name)")
        }
    }

    @Test(
        arguments: [
            ([#"{"forget":true}"#, nil], true), ([#"{"forget":true}"#], false), ([nil], false),
            ([#"{"forget":true}"#, "{}", nil], true), ([#"{"forget":true}"#, nil, "{}"], false), ([], false),
        ] as [([String?], Bool)]
    )
    func `what is forgotten can come back when no settings say so any more and uploads are still there`(
        settings: [String?],
        canComeBack: Bool
    ) throws {
        for hasUploads in [true, false] {
            var search = try Self.search("a", [Self.topic(.settings), Self.uploads])
            for value in settings { search.take(Self.topic(.settings), "a", value) }
            search.take(Self.uploads, hasUploads ? "a" : "b", "{}")
            #expect(search.canComeBack == (canComeBack && hasUploads))
        }
    }

    @Test func `that workers know it as forgotten is enough where its settings are gone without a trace`() throws {
        let mark = StateChange(
            connection: .ofPartition,
            stateKey: .forgotten(try #require(ConnectionID(Array("a".utf8)))),
            value: [1],
            heldBytes: nil
        )
        let key = try #require(Changelog.records(of: mark).first?.key)
        for (name, isLive) in [("a", true), ("b", true), ("a", false)] {
            var search = try Self.search(name, [Self.topic(.state), Self.uploads])
            search.take(Self.uploads, name, "{}")
            let values: [[UInt8]?] = isLive ? [[1]] : [[1], nil]
            for value in values { search.takeState(key, value) }
            #expect(search.canComeBack == (name == "a" && isLive))
        }
    }

    private static var uploads: TraceTopic {
        var topic = TraceTopic("fork.uploads", prefix: "fork.", .keyed, partitionCount: 1)
        topic.settings = ["cleanup.policy": "delete"]
        return topic
    }

    @Test func `a topic of its own is a place though nothing is in it`() throws {
        #expect(try Self.search("a", [Self.topic(.own), Self.topic(.shared)]).traces.map(\.records) == [0])
    }
}

extension TraceSearch {
    fileprivate mutating func take(_ topic: TraceTopic, _ key: String?, _ value: String?) {
        let (key, value) = (key.map { Array($0.utf8) }, value.map { Array($0.utf8) })
        unsafe take(topic, 0, key: key?.span.bytes, value: value?.span.bytes, timestampMilliseconds: nil)
    }

    fileprivate mutating func takeState(_ key: [UInt8], _ value: [UInt8]?) {
        let topic = TraceSearchTests.topic(.state)
        unsafe take(topic, 0, key: key.span.bytes, value: value?.span.bytes, timestampMilliseconds: nil)
    }
}
