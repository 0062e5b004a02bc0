import Dispatching
import Observation
import Options
import Testing
import Vocabulary

/// What holds when only what must be given is given.
struct DefaultsTests {
    @Test func `run needs only its brokers`() throws {
        let run = try #require(parse("run --bootstrap-servers localhost:9092").run)
        #expect(run.cluster.bootstrapServers == "localhost:9092")
        #expect(run.cluster.groupID == "fork-worker")
        #expect(run.process.groupInstanceID == nil)
        #expect(!run.process.isDynamic)
        #expect(run.process.stateDirectory == "state")
        #expect(!run.process.adoptsState)
        #expect(run.process.lanes == 1)
        #expect(run.process.commitIntervalMilliseconds == 100)
        #expect(!run.process.createsTopics)
        #expect(run.process.partitions == 6)
        #expect(run.process.replicationFactor == nil)
        #expect(run.cluster.kafka.isEmpty)
        #expect(run.log.level == nil)
        #expect(run.log.format == nil)
        let effective = Dictionary(uniqueKeysWithValues: run.effective.map { ($0.name, $0.value) })
        #expect(effective["bootstrap-servers"] == "localhost:9092")
        #expect(effective["group-id"] == "fork-worker" && effective["topic-prefix"] == "fork.")
        #expect(effective["state-directory"] == "state" && effective["memory-limit"] == "512MiB")
        // What has no default says nothing: the instance id is not known here.
        #expect(effective["group-instance-id"] == nil && effective["kafka"] == nil && effective["config"] == nil)
        expectDefaults(run.rules)
    }

    @Test func `transform needs nothing`() throws {
        let transform = try #require(parse("transform").transform)
        #expect(transform.operands.isEmpty)
        #expect(transform.transform.commitEvery == 1)
        #expect(!transform.transform.final)
        #expect(transform.transform.connections == nil)
        #expect(transform.log.level == nil)
        expectDefaults(transform.rules)
    }

    @Test func `import needs a file and a connection`() throws {
        let imported = try #require(parse("import apple-health export.zip --connection me").importing)
        #expect(imported.importing.file == "export.zip" && imported.importing.connection == "me")
        #expect(
            imported.importing.output == nil && imported.importing.temporaryDirectory == nil
                && imported.importing.timeZone == nil
        )
        #expect(imported.importing.since == nil && !imported.importing.isStrict)
        #expect(imported.rules.stateRetentionSeconds == 400 * 86_400)
        #expect(!parse("import apple-health export.zip").complaint.isEmpty)
        #expect(!parse("import google-fit export.zip --connection me").complaint.isEmpty)
    }

    @Test func `webhook-echo needs nothing, and takes what it answers`() throws {
        let echo = try #require(parse("webhook-echo").webhookEcho)
        #expect(echo.echo.listen.description == "127.0.0.1:8099" && echo.secretsFile == nil && !echo.isJSON)
        #expect(
            echo.echo.status == 204 && echo.echo.failShare == 0 && echo.echo.seed == nil
                && echo.echo.delayMilliseconds == 0
        )
        let line = "webhook-echo --listen [::1]:0 --status 410 --fail .25 --seed 7 --delay 2s --json"
        let set = try #require(parse(line, environment: ["FORK_SECRETS": "secrets.json"]).webhookEcho)
        #expect(set.echo.listen.description == "[::1]:0" && set.secretsFile == "secrets.json" && set.isJSON)
        #expect(
            set.echo.status == 410 && set.echo.failShare == 0.25 && set.echo.seed == 7
                && set.echo.delayMilliseconds == 2_000
        )
        for wrong in ["--status 199", "--status 600", "--fail -0.1", "--fail 1.1", "--fail nan", "--delay 11min", "x"] {
            #expect(!parse("webhook-echo \(wrong)").complaint.isEmpty, "\(wrong)")
        }
    }

    @Test func `demo needs nothing`() throws {
        let demo = try #require(parse("demo").demo)
        #expect(demo.log.level == nil)
        #expect(demo.log.format == nil)
    }

    @Test func `demo tells a level that was given from none, the default too`() throws {
        #expect(try #require(parse("demo --log-level info").demo).log.level == .info)
    }

    @Test(arguments: ["run", "dispatch"])
    func `a default that is written out changes nothing`(command: String) throws {
        let line = "\(command) --bootstrap-servers a"
        guard case .run(_, let plain) = parse(line) else { throw Wrong() }
        let defaults = plain.effective.filter { $0.name != "bootstrap-servers" }
        #expect(defaults.count > 15)
        let written = line + defaults.map { " --\($0.name)=\($0.value)" }.joined()
        guard case .run(_, let given) = parse(written) else { throw Wrong() }
        let values = [given, plain].map { $0.effective.map { "\($0.name)=\($0.value)" } }
        #expect(given.rules == plain.rules && values[0] == values[1])
        #expect("\(given.process)" == "\(plain.process)" && "\(given.dispatch)" == "\(plain.dispatch)")
    }

    private struct Wrong: Error {}

    private func expectDefaults(_ rules: Rules) {
        var expected = Rules()
        expected.workerVersion = "1.2.3"
        #expect(rules == expected)
        #expect(rules.sleepThresholdSeconds == 3_600 && rules.stateRetentionSeconds == 400 * 86_400)
    }
}
