import Glibc
import Health
import Kafka
import Observation
import Options
import Views
import Worker

/// `fork-worker demo`: runs a worker on an embedded broker, sends it the uploads of a story, and reports the results.
enum DemoCommand {
    static func run(_ options: DemoOptions, _ signals: StopSignals) -> Never {
        PrivateFolder.becomeOnlyReader()
        let level = options.logLevel.map { Level($0) } ?? .error
        let observer = Observer(level: level, format: LineFormat(options.logFormat))
        let screen = Screen()
        do throws(DemoError) {
            let zones = try zones()
            let name = screen.ink(.bold, "fork-worker demo")
            screen.show(["", "  \(name)  a broker, a worker and two days of health data, all in here", ""])
            if let findings = try play(observer, signals, screen, zones) {
                let isShown = screen.show(report(findings, screen, zones).lines + [""])
                if let missing = findings.missing(connections: Story.connections) { throw DemoError(missing) }
                guard isShown else { throw DemoError("standard output is closed") }
            } else {
                StandardError.write(Array("fork-worker: the demo was interrupted\n".utf8))
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            StandardError.write(Array("fork-worker: the demo failed: \(error)\n".utf8))
            ProcessEnvironment.leave(.failure, after: observer)
        }
    }

    /// Sends the story to a worker, stops the worker, and reads its output; returns nil after a signal.
    private static func play(
        _ observer: Observer,
        _ signals: StopSignals,
        _ screen: Screen,
        _ zones: ZoneTable
    ) throws(DemoError) -> Findings? {
        var rules = Rules()
        rules.workerVersion = Version.current
        let topics = TopicNames(rules)
        let prefix = "\(rules.topicPrefix)connection."
        let ink = screen.ink
        let say: (String) -> Void = { screen.show(["  " + ink(.good, "✓") + " " + $0]) }
        var player = Player(Story.uploads, observer: observer, signals: signals, say: say)
        let records: [OutputRecordView]
        do {
            let stage = try Stage(topics: topics, documentTopics: Story.connections.map { prefix + $0 })
            say("librdkafka's embedded broker listens on \(stage.bootstrapServers)")
            for settings in Story.settings { try stage.send(settings: settings) }
            let worker = build(rules, on: stage, zones, observer)
            let outcome = worker.run { player.step(on: stage, milliseconds: $0) }
            if case .failed(let error) = outcome { throw DemoError(error) }
            if case .failed(let reason) = player.end { throw DemoError(reason) }
            guard player.end == .played else { return nil }
            records = try stage.readBack()
            say("the worker has stopped in order; it has left \(records.count) records in its topics")
        } catch let error as DemoError {
            throw error
        } catch let error as KafkaError {
            throw DemoError(error)
        } catch {
            throw DemoError("the embedded broker: \(error)")
        }
        return Findings(
            uploads: Story.uploads,
            records: records,
            counters: Counters(observer),
            topics: topics,
            prefix: prefix
        )
    }

    private static func zones() throws(DemoError) -> ZoneTable {
        do throws(StartError) {
            return try ZoneFolder(environment: ProcessEnvironment.current).table()
        } catch {
            throw DemoError(error)
        }
    }

    private static func build(_ rules: Rules, on stage: borrowing Stage, _ zones: ZoneTable, _ observer: Observer)
        -> Worker
    {
        var options = WorkerOptions(
            bootstrapServers: stage.bootstrapServers,
            groupID: "fork-worker-demo",
            instanceID: "demo",
            rules: rules
        )
        options.makeEmbeddedTopic = stage.topicMaker
        options.limits.intervalMilliseconds = 20
        return Worker(options, observer: observer) { Processor(rules: rules, zones: zones) }
    }

    private static func report(
        _ findings: Findings,
        _ screen: Screen,
        _ zones: ZoneTable
    ) -> Report {
        Report(
            findings: findings,
            ink: screen.ink,
            clock: { LocalClock(zones.zone($0) ?? .utc) },
            program: CommandLine.arguments.first ?? "fork-worker"
        )
    }
}
