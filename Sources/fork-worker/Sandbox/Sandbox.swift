import Health
import Kafka
import Observation
import Options
import Serving
import Vocabulary
import Worker

/// A broker with a worker, and with a dispatcher if webhooks are delivered, which start and end together.
///
/// The parameter `waitForEnd` waits up to a time in milliseconds, and returns the reason to stop; nil to continue.
struct Sandbox {
    private static let nodeSeconds: Int64 = 90
    private static let callMilliseconds: Int32 = 10_000

    let rules: Rules
    let groupID: String
    /// The partition count of all topics; the embedded broker uses 4 for topics that were not created.
    var partitions: Int32 = 4
    /// The address of the broker.
    var listen = HTTPAddress(host: "127.0.0.1", port: 0)
    var properties: [(name: String, value: String)] = []
    let observer: Observer
    let zones: ZoneTable
    /// How webhooks are delivered; nil to deliver none.
    var deliveries: SandboxDeliveries?
    /// The health, the metrics and the console of the worker.
    var pages = SandboxPages()
    /// Called once, when the worker and the dispatcher own all partitions; the text is the address of the pages.
    ///
    /// Returns false if the sandbox must end, because nobody reads the broker's address.
    var announce: (WorkerOptions, SandboxWebhooks?, String?) -> Bool = { _, _, _ in true }

    /// Runs the sandbox on the embedded broker.
    func run(_ waitForEnd: (Int64) -> String?) throws(StartError) {
        let folder = try SandboxFolder()
        let fault: StartError?
        do throws(StartError) {
            fault = work(on: try startBroker(), in: folder.path, waitForEnd)
        } catch {
            fault = error
        }
        folder.leave()
        if let fault { throw fault }
    }

    /// Starts the embedded broker and creates the topics, because a worker cannot create topics there.
    func startBroker() throws(StartError) -> EmbeddedCluster {
        let topics = TopicNames(rules)
        let cluster = try listen(at: listen)
        do throws(KafkaError) {
            let small = [topics.deadLetters, topics.webhookDeadLetters]
            let others = deliveries == nil ? [] : [topics.webhookState, topics.webhookDeadLetters]
            for name in topics.all + others {
                try cluster.createTopic(name, partitions: small.contains(name) ? 1 : partitions)
            }
            return cluster
        } catch {
            throw StartError(embedded: error)
        }
    }

    private func listen(at address: HTTPAddress) throws(StartError) -> EmbeddedCluster {
        let host = address.host == "localhost" ? "127.0.0.1" : address.host
        do throws(KafkaError) {
            return try EmbeddedCluster(address: host, port: address.port)
        } catch {
            let isWrong = error.code == .invalidArgument
            throw StartError("--listen \(address.description): \(error.reason)", isUsage: isWrong)
        }
    }

    /// Runs the worker on an embedded broker, and returns the error if the worker failed.
    ///
    /// The state is in `folder`, or in a temporary folder. Webhooks are delivered only if `folder` is given.
    func work(
        on broker: borrowing EmbeddedCluster,
        in folder: String?,
        _ waitForEnd: (Int64) -> String?
    ) -> StartError? {
        var made = workerOptions(broker.bootstrapServers, in: folder)
        made.makeEmbeddedTopic = broker.topicMaker
        return work(made, in: folder, waitForEnd)
    }

    /// Runs the sandbox on a node of this Apache Kafka distribution.
    func run(on home: KafkaHome, _ waitForEnd: (Int64) -> String?) throws(StartError) {
        let node = try NodeSettings(listen)
        let folder = try SandboxFolder { path throws(StartError) in
            try node.write(to: path)
            return home.commands(in: path)
        }
        var fault: StartError?
        do throws(StartError) {
            if try waitForNode(folder, waitForEnd) {
                var made = workerOptions(node.advertised, in: folder.path)
                made.replicationFactor = 1
                made.createdPartitions = partitions
                try makeForeignTopics(made)
                fault = work(made, in: folder.path) {
                    waitForEnd($0) ?? (folder.isBrokerGone ? "end of the broker" : nil)
                }
                if folder.isBrokerGone { fault = KafkaHome.ending(folder.log) }
            }
        } catch {
            fault = error
        }
        folder.leave()
        if let fault { throw fault }
    }

    /// Waits until the node is ready; returns false if the sandbox must stop earlier.
    private func waitForNode(
        _ folder: borrowing SandboxFolder,
        _ waitForEnd: (Int64) -> String?
    ) throws(StartError) -> Bool {
        let deadline = ContinuousClock.now + .seconds(Self.nodeSeconds)
        while !KafkaHome.serves(folder.log) {
            if folder.isBrokerGone { throw KafkaHome.ending(folder.log) }
            if waitForEnd(50) != nil { return false }
            guard ContinuousClock.now < deadline else {
                throw StartError("the Apache Kafka of --kafka-home does not serve after \(Self.nodeSeconds) s")
            }
        }
        return true
    }

    /// Creates the input topics if they have another prefix, because the worker does not create these topics.
    private func makeForeignTopics(_ made: WorkerOptions) throws(StartError) {
        let names = made.topics
        guard names.inputPrefix != names.prefix else { return }
        do throws(KafkaError) {
            let admin = try Admin(["bootstrap.servers": made.bootstrapServers])
            let description = TopicDescription(made.rules, replicationFactor: 1)
            let around = TopicDescription.Surroundings(partitions: partitions)
            let inputs = [
                description.made(names.uploads, .uploads, around),
                description.made(names.connections, .connections, around),
            ]
            _ = try admin.createTopics(inputs, timeoutMilliseconds: Self.callMilliseconds)
        } catch {
            throw StartError("the topics of --input-prefix: \(error.withAdvice)")
        }
    }

    private func workerOptions(_ servers: String, in folder: String?) -> WorkerOptions {
        var made = WorkerOptions(bootstrapServers: servers, groupID: groupID, instanceID: "sandbox", rules: rules)
        made.isDynamic = true
        made.limits.intervalMilliseconds = 20
        made.storePath = folder.map { "\($0)/store" }
        made.properties = properties
        return made
    }

    /// Runs the worker, and the dispatcher if webhooks are delivered, until a reason to stop.
    ///
    /// - Returns: The error if one of them failed; otherwise nil.
    private func work(_ made: WorkerOptions, in folder: String?, _ waitForEnd: (Int64) -> String?) -> StartError? {
        let board = ProbeBoard()
        do throws(StartError) {
            let settings = pages.settings(on: made.bootstrapServers)
            let console = try ServedConsole(pages.console, of: made, settings, board, observer, zones: zones)
            if pages.address != nil {
                observer.begin(version: Version.current)
                observer.memoryLimit(bytes: made.memoryBytes)
            }
            let server = try ProbePages.serve(at: pages.address, board, observer, console)
            let webhooks = try startWebhooks(made, in: folder)
            // On the embedded broker, all topics already exist, so the dispatcher can start.
            if made.isEmbedded { webhooks?.start() }
            let (rules, zones, address) = (rules, zones, ProbePages.address(server))
            let worker = Worker(made, observer: observer, board: board, partitions: console?.partitions) {
                Processor(rules: rules, zones: zones)
            }
            let fault = work(worker, made, webhooks, address, waitForEnd)
            withExtendedLifetime(server) {}
            return fault
        } catch {
            return error
        }
    }

    private func work(
        _ worker: Worker,
        _ made: WorkerOptions,
        _ webhooks: SandboxWebhooks?,
        _ address: String?,
        _ waitForEnd: (Int64) -> String?
    ) -> StartError? {
        var isReady = false
        var isUnread = false
        let outcome = worker.run { milliseconds in
            if !isReady, Counters(observer)["partitions"] >= Int(partitions) {
                webhooks?.start()
                if webhooks?.serves(partitions) ?? true {
                    isReady = true
                    isUnread = !announce(made, webhooks, address)
                }
            }
            let reason = isUnread ? "end of standard output" : webhooks?.ending ?? waitForEnd(milliseconds)
            if reason != nil { webhooks?.requestStop() }
            return reason
        }
        let fault = webhooks?.stop()
        if isUnread { return StartError("standard output is closed: the broker's address could not be printed") }
        if case .failed(let error) = outcome { return error }
        return fault
    }

    /// Starts the receiver of webhooks; returns nil if webhooks are not delivered.
    private func startWebhooks(_ made: WorkerOptions, in folder: String?) throws(StartError) -> SandboxWebhooks? {
        guard let deliveries, let folder else { return nil }
        return try SandboxWebhooks(deliveries, besides: made, in: folder, zones: zones)
    }
}

extension StartError {
    /// Creates the error of a client of the embedded broker.
    init(embedded error: KafkaError) { self.init("the embedded broker: \(error.withAdvice)") }
}
