import Options
import Testing

/// What holds when only what must be given is given.
struct DefaultsTests {
    @Test func `run needs only its brokers`() throws {
        let run = try #require(parse("run --bootstrap-servers localhost:9092").run)
        #expect(run.bootstrapServers == "localhost:9092")
        #expect(run.groupID == "fork-worker")
        #expect(run.groupInstanceID == nil)
        #expect(!run.dynamicMembership)
        #expect(run.stateDirectory == "state")
        #expect(!run.adoptState)
        #expect(run.lanes == 1)
        #expect(run.commitIntervalMilliseconds == 100)
        #expect(!run.createTopics)
        #expect(run.partitions == 6)
        #expect(run.replicationFactor == nil)
        #expect(run.kafka.isEmpty)
        #expect(run.log.level == .info)
        #expect(run.log.format == nil)
        let effective = Dictionary(uniqueKeysWithValues: run.effective.map { ($0.name, $0.value) })
        #expect(effective["bootstrap-servers"] == "localhost:9092")
        #expect(effective["group-id"] == "fork-worker" && effective["topic-prefix"] == "fork.")
        #expect(effective["state-directory"] == "state" && effective["memory-limit"] == "512MiB")
        // What has no default says nothing: the instance id is not known here.
        #expect(effective["group-instance-id"] == nil && effective["kafka"] == nil && effective["config"] == nil)
        expectDefaults(run.documents)
    }

    @Test func `transform needs nothing`() throws {
        let transform = try #require(parse("transform").transform)
        #expect(transform.files.isEmpty)
        #expect(transform.commitEvery == 1)
        #expect(!transform.final)
        #expect(transform.connections == nil)
        #expect(transform.log.level == .info)
        expectDefaults(transform.documents)
    }

    @Test func `import needs a file and a connection`() throws {
        let imported = try #require(parse("import apple-health export.zip --connection me").importing)
        #expect(imported.file == "export.zip" && imported.connection == "me")
        #expect(imported.output == nil && imported.temporaryDirectory == nil && imported.timeZone == nil)
        #expect(imported.since == nil && !imported.isStrict)
        #expect(imported.stateRetentionMilliseconds == 400 * 86_400_000)
        #expect(!parse("import apple-health export.zip").complaint.isEmpty)
        #expect(!parse("import google-fit export.zip --connection me").complaint.isEmpty)
    }

    @Test func `webhook-echo needs nothing, and takes what it answers`() throws {
        let echo = try #require(parse("webhook-echo").webhookEcho)
        #expect(echo.listen.description == "127.0.0.1:8099" && echo.secrets == nil && !echo.isJSON)
        #expect(echo.status == 204 && echo.failShare == 0 && echo.seed == nil && echo.delayMilliseconds == 0)
        let line = "webhook-echo --listen [::1]:0 --status 410 --fail .25 --seed 7 --delay 2s --json"
        let set = try #require(parse(line, environment: ["FORK_SECRETS": "secrets.json"]).webhookEcho)
        #expect(set.listen.description == "[::1]:0" && set.secrets == "secrets.json" && set.isJSON)
        #expect(set.status == 410 && set.failShare == 0.25 && set.seed == 7 && set.delayMilliseconds == 2_000)
        for wrong in ["--status 199", "--status 600", "--fail -0.1", "--fail 1.1", "--fail nan", "--delay 11min", "x"] {
            #expect(!parse("webhook-echo \(wrong)").complaint.isEmpty, "\(wrong)")
        }
    }

    @Test func `demo needs nothing`() throws {
        let demo = try #require(parse("demo").demo)
        #expect(demo.logLevel == nil)
        #expect(demo.logFormat == nil)
    }

    @Test func `demo tells a level that was given from none, the default too`() throws {
        #expect(try #require(parse("demo --log-level info").demo).logLevel == .info)
    }

    private func expectDefaults(_ documents: DocumentOptions) {
        #expect(documents.topicPrefix == "fork.")
        #expect(documents.outputTopics == .connection)
        #expect(documents.sleepThresholdMilliseconds == 3_600_000)
        #expect(documents.stateRetentionMilliseconds == 400 * 86_400_000)
        #expect(documents.documentMaxBytes == 900_000)
        #expect(documents.uploadMaxBytes == 16 * 1024 * 1024)
        #expect(documents.sourcePriority == ["Watch", "iPhone"])
        #expect(!documents.allowLoopbackCallbacks)
        #expect(!documents.knownConnectionsOnly)
    }
}
