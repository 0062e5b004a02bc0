import Kafka
import Testing
import Vocabulary
import Worker

/// What topics must be like.
struct TopicDescriptionTests {
    static let around = TopicDescription.Surroundings(partitions: 3, uploadBytes: 1_048_588)

    static func description(_ routing: Rules.Routing = .connection, input: String? = nil) -> TopicDescription {
        var rules = Rules()
        rules.routing = routing
        rules.inputPrefix = input
        rules.forms = .named
        return TopicDescription(rules)
    }

    /// What stops a worker.
    private static func faults(
        _ name: String,
        _ settings: [String: String],
        partitions: Int32 = 3,
        routing: Rules.Routing = .connection
    ) -> [String] {
        description(routing).findings(of: FoundTopic(name, partitions: partitions, settings: settings), around)
            .filter(\.stopsWorkers).map(\.sentence)
    }

    @Test(arguments: ["fork.state", "fork.connections"])
    func `a topic that must keep everything may only be compacted`(name: String) {
        for policy in ["delete", "compact,delete", "delete,compact"] {
            let faults = Self.faults(name, ["cleanup.policy": policy])
            #expect(faults.count == 1 && faults[0].contains(name) && faults[0].contains("cleanup.policy=\(policy)"))
        }
        #expect(Self.faults(name, ["cleanup.policy": "compact"]).isEmpty)
        #expect(Self.faults("fork.uploads", ["cleanup.policy": "delete"]).isEmpty)
    }

    @Test(arguments: ["fork.uploads", "fork.webhook-dispatch", "fork.dead-letter", "fork.webhook-dead-letter"])
    func `a topic whose records somebody must still read may not be compacted`(name: String) {
        for policy in ["compact", "compact,delete", "delete,compact"] {
            let faults = Self.faults(name, ["cleanup.policy": policy], partitions: 1)
            #expect(faults.count == 1 && faults[0].hasPrefix("\(name) has cleanup.policy=\(policy), which deletes"))
            #expect(faults[0].hasSuffix("even unread ones: set it to delete"))
        }
        for policy in ["delete", ""] { #expect(Self.faults(name, ["cleanup.policy": policy]).isEmpty) }
    }

    @Test(arguments: [(Rules.Routing.single, "fork.documents"), (.app, "fork.app.demo"), (.app, "fork.omh.app.demo")])
    func `shared topics of documents have the uploads' partitions and are compacted`(
        routing: Rules.Routing,
        name: String
    ) {
        let compact = ["cleanup.policy": "compact"]
        for partitions: Int32 in [2, 4] {
            let other = Self.faults(name, compact, partitions: partitions, routing: routing)
            #expect(other.count == 1 && other[0].contains("\(partitions) partitions") && other[0].contains("has 3"))
        }
        #expect(Self.faults(name, ["cleanup.policy": "delete"], routing: routing).count == 1)
        #expect(Self.faults(name, compact, routing: routing).isEmpty)
        // Without that routing nothing but deletions goes there.
        #expect(Self.faults(name, [:], partitions: 2).isEmpty)
        let bounds = RecordBounds(Rules())
        let needed = name.contains("omh") ? bounds.form : bounds.document
        let short = ["cleanup.policy": "compact", "max.message.bytes": "\(needed - 1)"]
        let faults = Self.faults(name, short, routing: routing)
        #expect(faults.count == 1 && faults[0].contains("\(needed) or more"))
        #expect(Self.faults(name, short).isEmpty)
    }

    @Test(arguments: [
        (Rules.Routing.single, "fork.documents-of-mine"), (.single, "fork.app.demo"), (.app, "fork.apple"),
        (.app, "fork.documents"), (.single, "documents"), (.app, "app.demo"), (.app, "fork.app.a.b"),
    ])
    func `a topic that is only named alike is somebody else's`(routing: Rules.Routing, name: String) {
        #expect(Self.faults(name, ["cleanup.policy": "delete"], partitions: 2, routing: routing).isEmpty)
    }

    @Test(arguments: [
        ("fork.state", RecordBounds(Rules()).state), ("fork.webhook-dispatch", RecordBounds(Rules()).job),
    ])
    func `a topic that does not take the longest record is named with both figures`(name: String, needed: Int) {
        let faults = Self.faults(name, ["max.message.bytes": "\(needed - 1)"])
        #expect(faults.count == 1 && faults[0].contains("\(needed - 1)") && faults[0].contains("\(needed) or more"))
        #expect(Self.faults(name, ["max.message.bytes": "\(needed)"]).isEmpty)
    }

    @Test(arguments: ["fork.state", "fork.connections"])
    func `a topic that goes with uploads has their partitions`(name: String) {
        let compact = ["cleanup.policy": "compact"]
        #expect(Self.faults(name, compact, partitions: 2).count == 1 && Self.faults(name, compact).isEmpty)
    }

    @Test func `a connection's own topic is compacted and takes the longest document, or nothing goes there`() {
        let name = "fork.connection.a"
        let needed = RecordBounds(Rules()).document
        let faults = Self.faults(
            name,
            ["cleanup.policy": "delete", "max.message.bytes": "\(needed - 1)"],
            partitions: 1
        )
        #expect(faults.count == 2 && faults.allSatisfy { $0.contains(name) })
        #expect(faults[0].contains("cleanup.policy=delete") && faults[1].contains("\(needed) or more"))
        #expect(
            Self.faults(name, ["cleanup.policy": "compact", "max.message.bytes": "\(needed)"], partitions: 1).isEmpty
        )
        // Under another routing it gets no more than deletions.
        #expect(Self.faults(name, ["cleanup.policy": "delete"], partitions: 1, routing: .single).isEmpty)
    }

    @Test(arguments: [
        ("fork.uploads", "retention.ms", "1"), ("fork.uploads", "retention.bytes", "1000000"),
        ("fork.dead-letter", "max.message.bytes", "1"), ("fork.replay", "cleanup.policy", "delete"),
    ])
    func `what is wrong beside a worker's own work does not stop it`(name: String, setting: String, value: String) {
        let found = FoundTopic(name, partitions: 1, settings: [setting: value])
        let wrong = Self.description().findings(of: found, Self.around).filter { $0.verdict == .wrong }
        #expect(wrong.map(\.setting.rawValue) == [setting] && !wrong[0].stopsWorkers)
    }

    @Test func `what is there decides how many partitions are made, and only what this routing uses is shared`() {
        let found = [FoundTopic("fork.connections", partitions: 3), FoundTopic("fork.jobs", partitions: 9)]
        #expect(Self.description().surroundings(found, orPartitions: 6).partitions == 3)
        #expect(Self.description().surroundings([], orPartitions: 6).partitions == 6)
        #expect(Self.description(.single).isShared("fork.documents") && !Self.description().isShared("fork.documents"))
        #expect(Self.description(.app).isShared("fork.app.a") && !Self.description(.app).isShared("fork.state"))
    }

    @Test func `the longest batch is a length that can be`() {
        let lengths = ["5", "1048588", "99999999999", "x"].map {
            TopicDescription.longestBatch(["max.message.bytes": $0])
        }
        #expect(lengths == [1_024, 1_048_588, 1_000_000_000, 1_048_588])
    }

    @Test func `what is missing is made as it should be, dead letters once the length of uploads is known`() {
        let description = Self.description()
        let unknown = TopicDescription.Surroundings(partitions: 3)
        #expect(
            description.missing([], unknown).map(\.name) == [
                "fork.uploads", "fork.connections", "fork.state", "fork.webhook-dispatch", "fork.webhook-state",
            ]
        )
        let made = description.missing([], Self.around, for: .worker)
        #expect(made.map(\.partitions) == [3, 3, 3, 3, 1])
        let week = "604800000"
        let waiting = ["cleanup.policy": "delete", "retention.bytes": "-1"]
        #expect(
            made.map(\.settings) == [
                waiting.merging(["retention.ms": week]) { $1 },
                ["cleanup.policy": "compact", "max.compaction.lag.ms": week],
                ["cleanup.policy": "compact", "max.compaction.lag.ms": week, "delete.retention.ms": week], waiting,
                waiting.merging(["max.message.bytes": "1114124"]) { $1 },
            ]
        )
        let own = description.made("fork.connection.a", .documents(nil, .connection("a")), Self.around)
        #expect(own.partitions == 1 && own.settings["segment.index.bytes"] == "65536")
        #expect(own.settings["max.compaction.lag.ms"] == week && own.settings["cleanup.policy"] == "compact")
    }

    @Test func `a topic is as it should be when it was made by the same description`() {
        var around = Self.around
        around.jobBytes = 1_048_588
        for routing in Rules.Routing.allCases {
            let description = Self.description(routing)
            let shared: [TopicPurpose] = [
                .replay, .documents(nil, .connection("a")), .documents("fhir", .app("a")), .documents(nil, .all),
            ]
            let others = shared.map { description.made(description.names.name($0), $0, around) }
            let found = (description.missing([], around) + others).map { topic in
                FoundTopic(topic.name, partitions: topic.partitions, replicas: 1, settings: topic.settings)
            }
            let findings = description.findings(found, around)
            #expect(findings.filter { $0.verdict != .ok } == [])
            #expect(Set(findings.map(\.topic)).count == 11)
        }
    }

    @Test func `input topics of another prefix are not made, and what is missing there is wrong`() {
        let description = Self.description(input: "in.")
        #expect(!description.missing([], Self.around).contains { $0.name.hasPrefix("in.") })
        let missing = description.findings([], Self.around).filter { $0.found == nil && $0.setting == .partitions }
        #expect(missing.map(\.topic).prefix(2) == ["in.uploads", "in.connections"])
        #expect(missing.count == 7 && missing.prefix(5).allSatisfy { $0.verdict == .wrong && $0.stopsWorkers })
        // Workers do without the topics of dispatchers.
        #expect(missing.suffix(2).map(\.topic) == ["fork.webhook-state", "fork.webhook-dead-letter"])
        #expect(missing.suffix(2).allSatisfy { $0.verdict == .unusual && !$0.stopsWorkers })
    }

    @Test(
        arguments: [
            ("fork.uploads", "retention.ms", "604800000", .ok), ("fork.uploads", "retention.ms", "-1", .ok),
            ("fork.uploads", "retention.ms", "604799999", .unusual),
            ("fork.uploads", "retention.ms", "86400000", .unusual),
            ("fork.uploads", "retention.ms", "86399999", .wrong), ("fork.state", "retention.ms", "1", .ok),
            ("fork.uploads", "cleanup.policy", "compact,delete", .wrong),
            ("fork.uploads", "cleanup.policy", "", .unusual), ("fork.uploads", "retention.bytes", "-1", .ok),
            ("fork.uploads", "retention.bytes", "1000000000000", .wrong),
            ("fork.webhook-dispatch", "retention.bytes", "1", .unusual),
            ("fork.dead-letter", "retention.bytes", "1", .unusual), ("fork.state", "retention.bytes", "1", .ok),
            ("fork.state", "delete.retention.ms", "86400000", .unusual),
            ("fork.state", "delete.retention.ms", "604800000", .ok),
            ("fork.connections", "max.compaction.lag.ms", "9223372036854775807", .unusual),
            ("fork.uploads", "max.compaction.lag.ms", "9223372036854775807", .ok),
            ("fork.dead-letter", "max.message.bytes", "1114123", .wrong),
            ("fork.dead-letter", "max.message.bytes", "1114124", .ok),
            ("fork.connection.a", "segment.index.bytes", "10485760", .unusual),
            ("fork.connection.a", "max.message.bytes", "1", .wrong),
            ("fork.documents", "cleanup.policy", "delete", .unusual),
            ("fork.replay", "cleanup.policy", "delete", .wrong),
            ("fork.replay", "cleanup.policy", "compact,delete", .wrong),
        ] as [(String, String, String, TopicVerdict)]
    )
    func `a setting is ok, unusual or wrong`(topic: String, setting: String, value: String, verdict: TopicVerdict) {
        let found = FoundTopic(topic, partitions: 1, settings: [setting: value])
        let finding = Self.description().findings(of: found, Self.around).first { $0.setting.rawValue == setting }
        #expect(finding?.verdict == verdict)
    }

    @Test(
        arguments: [
            // Replicas, in-sync replicas, brokers: what is said of either.
            (1, "1", 1, .ok, .ok), (1, "1", 3, .unusual, .ok), (1, "2", 1, .ok, .unusual), (3, "1", 3, .ok, .unusual),
            (3, "2", 3, .ok, .ok), (3, "3", 3, .ok, .unusual), (2, "1", 2, .ok, .ok), (2, "2", 2, .ok, .unusual),
        ] as [(Int32, String, Int, TopicVerdict, TopicVerdict)]
    )
    func `copies are enough for a broker that is lost and one that is down`(
        replicas: Int32,
        insync: String,
        brokers: Int,
        copies: TopicVerdict,
        least: TopicVerdict
    ) {
        let found = FoundTopic(
            "fork.jobs",
            partitions: 3,
            replicas: replicas,
            settings: ["min.insync.replicas": insync]
        )
        let state = FoundTopic("fork.state", partitions: 3, replicas: replicas, settings: found.settings)
        let around = TopicDescription.Surroundings(partitions: 3, brokerCount: brokers)
        #expect(Self.description().findings(of: found, around).isEmpty)
        let findings = Self.description().findings(of: state, around)
        #expect(findings.first { $0.setting == .replication }?.verdict == copies)
        #expect(findings.first { $0.setting == .leastInsyncReplicas }?.verdict == least)
    }

    @Test func `only what is wrong and a setting is altered, never partitions`() {
        let found = [
            FoundTopic(
                "fork.state",
                partitions: 2,
                settings: ["cleanup.policy": "delete", "delete.retention.ms": "1"]
            ),
            FoundTopic("fork.uploads", partitions: 3, settings: ["retention.ms": "1"]),
        ]
        let findings = Self.description().findings(found, Self.around).filter(\.isAlterable)
        #expect(
            findings.map { "\($0.topic) \($0.setting.rawValue) \($0.wanted?.target ?? "")" } == [
                "fork.state cleanup.policy compact", "fork.uploads retention.ms 604800000",
            ]
        )
    }
}
