import Health
import Kafka
import Observation
import Options
import Worker

/// A broker with a worker, which start and end together.
struct Sandbox {
    /// All topics have this partition count, which the embedded broker also gives to topics that were not created.
    private static let partitions: Int32 = 4
    private static let nodeSeconds: Int64 = 90
    private static let callMilliseconds: Int32 = 10_000

    let options: SandboxOptions
    let observer: Observer
    let zones: ZoneTable
    /// Waits up to this time in milliseconds, and returns the reason to stop; nil to continue.
    let waitForEnd: (Int64) -> String?

    /// Runs on the embedded broker.
    func run() throws(StartError) {
        let folder = try SandboxFolder()
        let fault: StartError?
        do throws(StartError) {
            let cluster = try embeddedCluster()
            var made = workerOptions(cluster.bootstrapServers, in: folder.path)
            made.makeEmbeddedTopic = cluster.topicMaker
            fault = work(made, waitForEnd)
            withExtendedLifetime(cluster) {}
        } catch {
            fault = error
        }
        folder.leave()
        if let fault { throw fault }
    }

    private func embeddedCluster() throws(StartError) -> EmbeddedCluster {
        do throws(KafkaError) {
            let cluster = try EmbeddedCluster()
            try cluster.createTopics(TopicNames(Rules(options.documents)), partitions: Self.partitions)
            return cluster
        } catch {
            throw StartError("the embedded broker: \(error.withAdvice)")
        }
    }

    /// Runs on a node of this Kafka.
    func run(on home: KafkaHome) throws(StartError) {
        let node = try NodeSettings()
        let folder = try SandboxFolder { path throws(StartError) in
            try node.write(to: path)
            return home.commands(in: path)
        }
        var fault: StartError?
        do throws(StartError) {
            if try waitForNode(folder) {
                var made = workerOptions("127.0.0.1:\(node.port)", in: folder.path)
                made.replicationFactor = 1
                made.createdPartitions = Self.partitions
                try makeForeignTopics(made)
                fault = work(made) { waitForEnd($0) ?? (folder.isBrokerGone ? "end of the broker" : nil) }
                if folder.isBrokerGone { fault = KafkaHome.ending(folder.log) }
            }
        } catch {
            fault = error
        }
        folder.leave()
        if let fault { throw fault }
    }

    /// Waits until the node is ready; returns false if the sandbox must stop before.
    private func waitForNode(_ folder: borrowing SandboxFolder) throws(StartError) -> Bool {
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

    /// Creates input topics under another prefix, which the worker does not create.
    private func makeForeignTopics(_ made: WorkerOptions) throws(StartError) {
        let names = made.topics
        guard names.inputPrefix != names.prefix else { return }
        do throws(KafkaError) {
            let admin = try Admin(["bootstrap.servers": made.bootstrapServers])
            let description = TopicDescription(made.rules, replicationFactor: 1)
            let around = TopicDescription.Surroundings(partitions: Self.partitions)
            let inputs = [
                description.made(names.uploads, .uploads, around),
                description.made(names.connections, .connections, around),
            ]
            _ = try admin.createTopics(inputs, timeoutMilliseconds: Self.callMilliseconds)
        } catch {
            throw StartError("the topics of --input-prefix: \(error.withAdvice)")
        }
    }

    private func workerOptions(_ servers: String, in folder: String) -> WorkerOptions {
        var made = WorkerOptions(
            bootstrapServers: servers,
            groupID: options.groupID,
            instanceID: "sandbox",
            rules: Rules(options.documents)
        )
        made.isDynamic = true
        made.limits.intervalMilliseconds = 20
        made.storePath = "\(folder)/store"
        made.properties = options.kafka.map { (name: $0.name, value: $0.value) }
        return made
    }

    /// Runs the worker until a reason to stop, and prints the ready line once; returns the error if it failed.
    private func work(_ made: WorkerOptions, _ waitForEnd: (Int64) -> String?) -> StartError? {
        let zones = zones
        let worker = Worker(made, observer: observer) {
            Processor(rules: made.rules, zones: zones)
        }
        let line = ReadyLine(
            bootstrapServers: made.bootstrapServers,
            topics: made.topics,
            outputTopics: options.documents.outputTopics
        )
        var isReady = false
        var isUnread = false
        let outcome = worker.run { milliseconds in
            if !isReady, Counters(observer)["partitions"] >= Int(Self.partitions) {
                isReady = true
                isUnread = !line.print()
            }
            return isUnread ? "end of standard output" : waitForEnd(milliseconds)
        }
        if isUnread { return StartError("standard output is closed: the broker's address could not be printed") }
        if case .failed(let error) = outcome { return error }
        return nil
    }
}
