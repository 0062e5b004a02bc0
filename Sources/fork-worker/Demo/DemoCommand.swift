import Glibc
import Kafka
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker demo`: runs a sandbox, sends it the uploads of a story, and reports the results.
enum DemoCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        PrivateFolder.becomeOnlyReader()
        let observer = Observer(options.log, default: .error)
        let screen = Screen()
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let name = screen.ink(.bold, "fork-worker demo")
            screen.show(["", "  \(name)  a broker, a worker and two days of health data, all in here", ""])
            if let findings = try play(observer, signals, screen, zones) {
                let report = Report(
                    findings: findings,
                    ink: screen.ink,
                    clock: { LocalClock(zones.zone($0) ?? .utc) },
                    program: CommandLine.arguments.first ?? "fork-worker"
                )
                let isShown = screen.show(report.lines + [""])
                if let missing = findings.missing { throw StartError(missing) }
                if !isShown { _exit(ProcessEnvironment.lostOutput()) }
            } else {
                StandardError.write(Array("fork-worker: the demo was interrupted\n".utf8))
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            StandardError.write(Array("fork-worker: the demo failed: \(error)\n".utf8))
            ProcessEnvironment.leave(.failure, after: observer)
        }
    }

    /// Sends the story to a worker, and reads its output; returns nil after a signal.
    private static func play(
        _ observer: Observer,
        _ signals: StopSignals,
        _ screen: Screen,
        _ zones: ZoneTable
    ) throws(StartError) -> Findings? {
        var rules = Rules()
        rules.workerVersion = Version.current
        let sandbox = Sandbox(
            rules: rules,
            groupID: "fork-worker-demo",
            partitions: Player.partitions,
            observer: observer,
            zones: zones
        )
        let say: (String) -> Void = { screen.show(["  " + screen.ink(.good, "✓") + " " + $0]) }
        let broker = try sandbox.startBroker()
        say("librdkafka's embedded broker listens on \(broker.bootstrapServers)")
        let story = Story()
        let player = try Player(story, to: TopicNames(rules), on: broker.bootstrapServers, observer, signals, say: say)
        if let fault = sandbox.work(on: broker, in: nil, { player.step(milliseconds: $0) }) { throw fault }
        if let fault = player.fault { throw fault }
        guard player.isDone else { return nil }
        let findings = try read(story, on: broker, rules, observer)
        say("the worker has stopped in order; it has left \(findings.recordCount) records in its topics")
        return findings
    }

    /// Reads all output topics from their beginnings to their ends.
    private static func read(
        _ story: Story,
        on broker: borrowing EmbeddedCluster,
        _ rules: Rules,
        _ observer: Observer
    ) throws(StartError) -> Findings {
        let cluster = Cluster(
            bootstrapServers: broker.bootstrapServers,
            groupID: "fork-worker-demo",
            topics: TopicNames(rules),
            routing: rules.routing,
            properties: [],
            observer: observer
        )
        var findings = Findings(story, cluster.topics, Counters(observer))
        do throws(OperationError) {
            let reader = try TopicReader(cluster)
            let names = [cluster.topics.deadLetters, cluster.topics.jobs] + Story.connections.map(findings.topic)
            let partitions = try reader.partitionCounts(of: names).flatMap { name, count in
                (0..<count).map { TopicPartition(name, $0) }
            }
            try reader.read(partitions) { findings.take($0) }
        } catch {
            throw StartError("the embedded broker: \(error)")
        }
        findings.sort()
        return findings
    }
}
