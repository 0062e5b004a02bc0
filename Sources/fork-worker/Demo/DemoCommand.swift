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
        let observer = Observer(options.log, default: LogOptions.usualLevel(of: .demo))
        let screen = Screen()
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let name = screen.ink(.bold, "fork-worker demo")
            screen.show(["", "  \(name)  a broker, a worker and two days of health data, all in here", ""])
            if !(try play(options, observer, signals, screen, zones)) {
                StandardError.write(Array("fork-worker: the demo was interrupted\n".utf8))
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            StandardError.write(Array("fork-worker: the demo failed: \(error)\n".utf8))
            ProcessEnvironment.leave(.failure, after: observer)
        }
    }

    /// Sends the example uploads to a worker, and shows the worker's output; returns false after a signal before that.
    private static func play(
        _ options: Options,
        _ observer: Observer,
        _ signals: StopSignals,
        _ screen: Screen,
        _ zones: ZoneTable
    ) throws(StartError) -> Bool {
        var rules = Rules()
        rules.workerVersion = Version.current
        var sandbox = Sandbox(
            rules: rules,
            groupID: "fork-worker-demo",
            partitions: StoryProducer.partitions,
            observer: observer,
            zones: zones
        )
        sandbox.pages = pages(options)
        let say: (String) -> Void = { screen.show(["  " + screen.ink(.good, "✓") + " " + $0]) }
        let broker = try sandbox.startBroker()
        say("librdkafka's embedded broker listens on \(broker.bootstrapServers)")
        let topics = TopicNames(rules)
        let story = Story()
        let producer = try StoryProducer(story, to: topics, on: broker.bootstrapServers, observer, signals, say: say)
        let cluster = Cluster(
            bootstrapServers: broker.bootstrapServers,
            groupID: sandbox.groupID,
            topics: topics,
            routing: rules.routing,
            properties: [],
            observer: observer
        )
        func report(_ worker: String) throws(StartError) {
            let lines = try lines(story, cluster, observer, screen, zones) {
                say("\(worker) \($0) records in its topics")
            }
            if !screen.show(lines + [""]) { _exit(ProcessEnvironment.lostOutput()) }
        }
        guard options.demo.console != nil else {
            if let fault = sandbox.work(on: broker, in: nil, { producer.step(milliseconds: $0) }) { throw fault }
            if let fault = producer.fault { throw fault }
            if producer.isDone { try report("the worker has stopped in order; it has left") }
            return producer.isDone
        }
        var fault: StartError?
        var isShown = false
        var console = ""
        sandbox.announce = { _, _, address in
            console = address ?? ""
            return true
        }
        let failure = sandbox.work(on: broker, in: nil) { milliseconds in
            if isShown { return signals.wait(milliseconds: milliseconds) }
            let ending = producer.step(milliseconds: milliseconds)
            guard producer.isDone, ending != nil, producer.fault == nil else { return ending }
            do throws(StartError) {
                try report("the worker keeps running; so far it has left")
            } catch {
                fault = error
                return "end of the demo"
            }
            isShown = true
            screen.show(["  The console: http://\(console)/console/ (Ctrl-C ends the demo)", ""])
            return nil
        }
        if let fault = failure ?? fault ?? producer.fault { throw fault }
        return isShown
    }

    /// Returns the console of the demo, if there is an address for it.
    private static func pages(_ options: Options) -> SandboxPages {
        guard let address = options.demo.console else { return SandboxPages() }
        // The people are invented, and only this machine is answered: no token is needed.
        let console = ConsoleOptions(isOn: true, showsHealthData: true)
        return SandboxPages(address: address, console: console, settings: options.effective)
    }

    /// Returns the page about the worker's output; `note` gets the number of records.
    private static func lines(
        _ story: Story,
        _ cluster: Cluster,
        _ observer: Observer,
        _ screen: Screen,
        _ zones: ZoneTable,
        _ note: (Int) -> Void
    ) throws(StartError) -> [String] {
        var story = story
        let page = StoryPage(ink: screen.ink) { LocalClock(zones.zone($0) ?? .utc) }
        do throws(OperationError) {
            note(try story.readResults(from: cluster))
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
