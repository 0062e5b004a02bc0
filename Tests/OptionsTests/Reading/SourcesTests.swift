import Observation
import Options
import Testing
import Vocabulary

/// Options go before the environment, the environment before the file.
struct SourcesTests {
    @Test(arguments: [
        ("--lanes 4", "3", 4), ("", "3", 3), ("", "", 2), ("--lanes 4", "wrong", 4),
    ])
    func `options win over environment over file`(argument: String, variable: String, expected: Int) throws {
        let outcome = parse(
            "run --bootstrap-servers a --config f.json \(argument)",
            environment: ["FORK_LANES": variable],
            files: ["f.json": #"{"lanes": 2}"#]
        )
        #expect(try #require(outcome.run).process.lanes == expected)
    }

    @Test func `the file may be named by the environment, and everything may be in it`() throws {
        let file = #"""
            {"bootstrap-servers": ["a:1", "b:2"], "group-id": "g", "group-instance-id": "pod-0", "topic-prefix": "x.",
             "state-directory": "/var/lib/x", "lanes": 4, "commit-interval": "1s", "output-topics": "single",
             "sleep-threshold": "30min", "state-retention": "30d", "document-max-bytes": 5000,
             "upload-max-bytes": "1MiB", "create-topics": true, "partitions": 12, "replication-factor": 3,
             "allow-loopback-callbacks": true, "known-connections-only": true,
             "dynamic-membership": true, "adopt-state": true, "source-priority": ["iPhone", "Watch"],
             "kafka": {"security.protocol": "SSL", "message.max.bytes": 2000000, "debug": null},
             "log-level": "debug", "log-format": "json", "commit-every": "nonsense"}
            """#
        let outcome = parse("run", environment: ["FORK_CONFIG": "f.json"], files: ["f.json": file])
        let run = try #require(outcome.run)
        #expect(run.cluster.bootstrapServers == "a:1,b:2")
        #expect(run.cluster.groupID == "g")
        #expect(run.process.groupInstanceID == "pod-0")
        #expect(run.process.stateDirectory == "/var/lib/x")
        #expect(run.process.lanes == 4)
        #expect(run.process.commitIntervalMilliseconds == 1000)
        #expect(run.process.createsTopics)
        #expect(run.process.partitions == 12)
        #expect(run.process.replicationFactor == 3)
        #expect(run.cluster.kafka.map(\.description) == ["security.protocol=SSL", "message.max.bytes=2000000"])
        #expect(run.log.level == .debug)
        #expect(run.log.format == .json)
        #expect(run.rules.topicPrefix == "x.")
        #expect(run.rules.routing == .single)
        #expect(run.rules.sleepThresholdSeconds == 1_800)
        #expect(run.rules.stateRetentionSeconds == 30 * 86_400)
        #expect(run.rules.documentMaxBytes == 5000)
        #expect(run.rules.uploadMaxBytes == 1 << 20)
        #expect(run.rules.allowsLoopbackCallbacks)
        #expect(run.rules.knownConnectionsOnly)
        #expect(run.process.isDynamic)
        #expect(run.process.adoptsState)
        #expect(run.rules.sourcePriority == ["iPhone", "Watch"])
    }

    @Test func `every option of a command is a variable`() throws {
        let environment = [
            "FORK_COMMIT_EVERY": "3", "FORK_FINAL": "true", "FORK_CONNECTIONS": "c.ndjson", "FORK_TOPIC_PREFIX": "x.",
            "FORK_OUTPUT_TOPICS": "app", "FORK_SLEEP_THRESHOLD": "2h", "FORK_STATE_RETENTION": "7d",
            "FORK_DOCUMENT_MAX_BYTES": "1000", "FORK_UPLOAD_MAX_BYTES": "1000", "FORK_SOURCE_PRIORITY": "x",
            "FORK_ALLOW_LOOPBACK_CALLBACKS": "1", "FORK_KNOWN_CONNECTIONS_ONLY": "1",
            "FORK_LOG_LEVEL": "error", "FORK_LOG_FORMAT": "text",
            // Not of this command, and of none: Kubernetes makes such.
            "FORK_LANES": "wrong", "FORK_WORKER_SERVICE_HOST": "10.0.0.1",
        ]
        let transform = try #require(parse("transform", environment: environment).transform)
        #expect(transform.transform.commitEvery == 3)
        #expect(transform.transform.final)
        #expect(transform.transform.connections == "c.ndjson")
        #expect(transform.rules.topicPrefix == "x.")
        #expect(transform.rules.routing == .app)
        #expect(transform.rules.sleepThresholdSeconds == 7_200)
        #expect(transform.rules.stateRetentionSeconds == 7 * 86_400)
        #expect(transform.rules.documentMaxBytes == 1000)
        #expect(transform.rules.uploadMaxBytes == 1000)
        #expect(transform.rules.sourcePriority == ["x"])
        #expect(transform.rules.allowsLoopbackCallbacks)
        #expect(transform.rules.knownConnectionsOnly)
        #expect(transform.log.level == .error)
        #expect(transform.log.format == .text)
    }

    @Test(arguments: [
        (#"["a=1","b=2"]"#, "", "", "a=1 b=2"),
        (#"{"a":"1"}"#, "a=2", "", "a=2"),
        (#"{"a":"1","b":"2"}"#, "a=3,c=4", "--kafka c=5 --kafka d=6", "b=2 a=3 c=5 d=6"),
        (#""a=1""#, "b=2\nc=x,y=z\n", "--kafka b=3 --kafka b=4", "a=1 c=x,y=z b=4"),
        ("null", " a=1 , b=2 ", "", "a=1 b=2"),
    ])
    func `properties of all sources add up, of one name the last counts`(
        file: String,
        variable: String,
        arguments: String,
        expected: String
    ) throws {
        let outcome = parse(
            "run --bootstrap-servers a --config f.json \(arguments)",
            environment: ["FORK_KAFKA": variable],
            files: ["f.json": "{\"kafka\": \(file)}"]
        )
        #expect(try #require(outcome.run).cluster.kafka.map(\.description).joined(separator: " ") == expected)
    }

    @Test func `what holds is listed in the order of the table, without secrets`() throws {
        let outcome = parse(
            "run --lanes 2 --kafka sasl.password=hunter2 --group-id g",
            environment: ["FORK_BOOTSTRAP_SERVERS": "a"]
        )
        #expect(
            try #require(outcome.run).effective.map { "\($0.name) \($0.value)" } == [
                "bootstrap-servers a", "group-id g", "dynamic-membership false", "assignment range",
                "topic-prefix fork.", "output-topics connection", "create-topics false", "partitions 6",
                "kafka sasl.password=***", "sleep-threshold 60min", "state-retention 400d",
                "document-max-bytes 900000", "upload-max-bytes 16MiB", "source-priority Watch,iPhone",
                "allow-loopback-callbacks false", "known-connections-only false", "state-directory state",
                "adopt-state false", "memory-limit 512MiB", "lanes 2", "commit-interval 100ms", "console false",
                "console-health-data false", "log-level info",
            ]
        )
    }
}
