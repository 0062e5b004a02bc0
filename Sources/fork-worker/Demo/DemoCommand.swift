import Glibc
import Kafka
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker demo`: runs a sandbox, sends example uploads to it, and shows the results of each upload.
enum DemoCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        PrivateFolder.becomeOnlyReader()
        let observer = Observer(options.log, default: .error)
        let screen = Screen()
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let name = screen.ink(.bold, "fork-worker demo")
            screen.show(["", "  \(name)  a broker, a worker and two days of health data, all in here", ""])
            if let lines = try play(observer, signals, screen, zones) {
                if !screen.show(lines + [""]) { _exit(ProcessEnvironment.lostOutput()) }
            } else {
                StandardError.write(Array("fork-worker: the demo was interrupted\n".utf8))
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            StandardError.write(Array("fork-worker: the demo failed: \(error)\n".utf8))
            ProcessEnvironment.leave(.failure, after: observer)
        }
    }

    /// Sends the example uploads to a worker, and returns a page with the worker's output; returns nil after a signal.
    private static func play(
        _ observer: Observer,
        _ signals: StopSignals,
        _ screen: Screen,
        _ zones: ZoneTable
    ) throws(StartError) -> [String]? {
        var rules = Rules()
        rules.workerVersion = Version.current
        let sandbox = Sandbox(
            rules: rules,
            groupID: "fork-worker-demo",
            partitions: StoryProducer.partitions,
            observer: observer,
            zones: zones
        )
        let say: (String) -> Void = { screen.show(["  " + screen.ink(.good, "✓") + " " + $0]) }
        let broker = try sandbox.startBroker()
        say("librdkafka's embedded broker listens on \(broker.bootstrapServers)")
        let topics = TopicNames(rules)
        var story = Story()
        let producer = try StoryProducer(story, to: topics, on: broker.bootstrapServers, observer, signals, say: say)
        if let fault = sandbox.work(on: broker, in: nil, { producer.step(milliseconds: $0) }) { throw fault }
        if let fault = producer.fault { throw fault }
        guard producer.isDone else { return nil }
        let cluster = Cluster(
            bootstrapServers: broker.bootstrapServers,
            groupID: sandbox.groupID,
            topics: topics,
            routing: rules.routing,
            properties: [],
            observer: observer
        )
        let page = StoryPage(ink: screen.ink) { LocalClock(zones.zone($0) ?? .utc) }
        do throws(OperationError) {
            let count = try story.readResults(from: cluster)
            say("the worker has stopped in order; it has left \(count) records in its topics")
            var lines = page.lines(story.uploads)
            for connection in Story.connections {
                lines += page.lines(try Self.documents(of: connection, in: cluster, zones), of: connection)
            }
            return lines + page.accounting(Counters(observer))
                + page.nextCommands(CommandLine.arguments.first ?? "fork-worker")
        } catch {
            throw StartError("the embedded broker: \(error)")
        }
    }

    /// Returns the live documents of a connection; throws if there are none.
    private static func documents(
        of connection: String,
        in cluster: Cluster,
        _ zones: ZoneTable
    ) throws(OperationError) -> [DocumentView] {
        let all = DocumentFilter(types: [], from: nil, to: nil, zones: zones)
        guard let id = ConnectionID(Array(connection.utf8)),
            case .found(let found) = try ConnectionLookup(id, in: cluster, zones: zones).documents(all),
            !found.documents.isEmpty
        else { throw OperationError("it has no documents of \(connection)") }
        return found.documents.compactMap { DocumentView($0.bytes) }
    }
}
