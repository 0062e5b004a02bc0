import Kafka
import Operations
import Testing

/// Until when traces remain at the latest, by the settings of topics.
struct RemainingTraceTests {
    @Test(
        arguments: [
            (
                ["cleanup.policy": "delete", "retention.ms": "1000", "segment.ms": "200"],
                .retention(milliseconds: 1_205)
            ),
            (["cleanup.policy": "delete", "retention.ms": "-1", "segment.ms": "200"], .never),
            (["cleanup.policy": "delete", "retention.ms": "\(Int64.max)"], .retention(milliseconds: .max)),
            (["cleanup.policy": "compact", "max.compaction.lag.ms": "\(Int64.max)"], .someday),
            (["cleanup.policy": "compact"], .someday),
            (
                ["cleanup.policy": "compact", "max.compaction.lag.ms": "100", "delete.retention.ms": "30"],
                .compaction(milliseconds: 105, keysMilliseconds: 235)
            ),
        ] as [([String: String], RemainingTrace.End)]
    )
    func `retention counts from the newest record and compaction by its longest lag`(
        settings: [String: String],
        end: RemainingTrace.End
    ) {
        var topic = TraceTopic("fork.t", prefix: "fork.", .shared, partitionCount: 1)
        topic.settings = settings
        #expect(RemainingTrace.End(topic, newestMilliseconds: 5) == end)
    }

    @Test func `what was deleted is not named, what was written to counts from then, and others' end by being dropped`()
        throws
    {
        let compact = ["cleanup.policy": "compact", "max.compaction.lag.ms": "100", "delete.retention.ms": "0"]
        func topic(_ name: String, _ kind: TraceTopic.Kind, _ settings: [String: String]) -> TraceTopic {
            let prefix = String(name.prefix { $0 != "." }) + "."
            var topic = TraceTopic(name, prefix: prefix, kind, partitionCount: 2)
            topic.settings = settings
            return topic
        }
        let topics = [
            topic("fork.connection.a", .own, compact), topic("fork.documents", .shared, compact),
            topic("fork.uploads", .keyed, ["cleanup.policy": "delete", "retention.ms": "7"]),
            topic("shadow.documents", .shared, compact), topic("fork.state", .state, compact),
        ]
        var search = try TraceSearchTests.search("a", topics)
        for (topic, key) in zip(topics, ["steps/1", "a/1", "a", "a/1", "b\u{0}"]) {
            for (partition, time) in [(0, 40), (1, 60)] as [(Int32, Int64)] {
                let bytes = Array(key.utf8)
                unsafe search.take(
                    topic,
                    partition,
                    key: bytes.span.bytes,
                    value: bytes.span.bytes,
                    timestampMilliseconds: time
                )
            }
        }
        #expect(search.liveDocuments(under: "fork.").map(\.key.topic) == ["fork.documents", "fork.documents"])
        let remaining = search.remaining(
            under: "fork.",
            written: ["fork.documents"],
            gone: ["fork.connection.a"],
            atMilliseconds: 1_000
        )
        let documents = RemainingTrace.End.compaction(milliseconds: 1_100, keysMilliseconds: 1_200)
        #expect(
            remaining == [
                RemainingTrace(topic: "fork.documents", records: 2, live: 0, end: documents),
                RemainingTrace(topic: "fork.uploads", records: 2, live: 0, end: .retention(milliseconds: 67)),
                RemainingTrace(topic: "shadow.documents", records: 2, live: 2, end: .dropped(prefix: "shadow.")),
            ]
        )
    }
}
