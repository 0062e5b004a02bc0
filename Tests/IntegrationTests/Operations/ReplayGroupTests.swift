import Clients
import Foundation
import Kafka
import Observation
import Operations
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// What is known of replays by their topics and groups, and how they are taken away.
    @Suite struct ReplayGroupTests {
        /// The topics of a replay that nobody has to run, of uploads with ten records.
        private struct Stage {
            let node: BrokerNode
            let input: String
            let into: String

            init(_ node: BrokerNode) throws {
                let name = "s\(UInt32.random(in: 0 ... .max))"
                (self.node, input, into) = (node, "in-\(name).", "\(name).")
                let topics = ["uploads", "connections"].map { NewTopic(input + $0, partitions: 2) }
                let own = ["replay", "state", "documents", "connection.a", "mine"].map {
                    NewTopic(into + $0, partitions: 1)
                }
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    topics + own,
                    timeoutMilliseconds: 60_000
                )
            }

            var group: String { "group-\(into)" }

            var cluster: Cluster {
                Cluster(
                    bootstrapServers: node.bootstrapServers,
                    groupID: "somebody",
                    topics: TopicNames(prefix: input, forms: []),
                    routing: .connection,
                    properties: [],
                    observer: Observer(level: .error, format: .json)
                )
            }

            func say(_ entries: ReplayRecord.Entry...) throws {
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                for entry in entries {
                    let record = entry.record(atMilliseconds: 5)
                    try producer.send(into + "replay", key: record.key, record.value)
                }
                try producer.flush(timeoutMilliseconds: 20_000)
            }

            var request: ReplayRecord.Entry {
                let range = ReplayRange(uploads: [0..<10, 10..<20], connections: [0, 0])
                return .request(
                    ReplayRequest(
                        into: into,
                        livePrefix: input,
                        inputPrefix: input,
                        group: group,
                        beganMilliseconds: 7,
                        asked: [:],
                        range: range
                    )
                )
            }

            /// The cluster as the replay and its successor see it.
            var ownCluster: Cluster {
                Cluster(
                    bootstrapServers: node.bootstrapServers,
                    groupID: group,
                    topics: TopicNames(prefix: into, inputPrefix: input, forms: []),
                    routing: .connection,
                    properties: [],
                    observer: Observer(level: .error, format: .json)
                )
            }

            /// What a worker hears that is to go on where the replay is.
            func takeOver(makesTopics: Bool) throws -> ReplaySwitch.Outcome {
                try ReplaySwitch(in: ownCluster, instanceID: "x", makesTopics: makesTopics).run { _, _ in true }
            }

            /// A process of the replay that is in the group, with five offsets of each partition committed.
            func member(_ name: String) throws -> Consumer {
                let consumer = try node.consumer(
                    group,
                    settings: [
                        "client.id": "fork-worker-\(name)-0", "group.instance.id": "\(name)-0",
                        "session.timeout.ms": "10000",
                    ]
                )
                try consumer.subscribe(to: [input + "uploads"], timeoutMilliseconds: 60_000)
                let producer = try node.transactionalProducer("\(group)-\(name)", topics: [into + "state"])
                let deadline = ContinuousClock.now + patience
                var hasJoined = false
                while !hasJoined, ContinuousClock.now < deadline {
                    _ = consumer.poll(timeoutMilliseconds: 100) { rebalance in
                        if case .assigned(let partitions) = rebalance {
                            try? consumer.assign(partitions.map { Assignment($0, from: .beginning) })
                            hasJoined = true
                        }
                    }
                }
                try producer.beginTransaction()
                try producer.send(into + "state", [1])
                let offsets = [
                    TopicPartition(input + "uploads", 0): Int64(5), TopicPartition(input + "uploads", 1): 15,
                ]
                try producer.sendOffsets(offsets, group: consumer.groupMetadata(), timeoutMilliseconds: 20_000)
                try producer.commitTransaction(timeoutMilliseconds: 20_000)
                return consumer
            }

            func status() throws -> ReplayStatus? {
                try ReplayList(cluster).replays().first { $0.into == into }
            }

            /// The topics that are there under its prefix.
            func topics() throws -> [String] {
                try Admin(["bootstrap.servers": node.bootstrapServers]).partitionCounts(timeoutMilliseconds: 60_000)
                    .keys.filter { $0.hasPrefix(into) }.map { String($0.dropFirst(into.count)) }.sorted()
            }

            /// Drops it; the topics that are left, or the complaint.
            func drop() throws -> (dropped: [String], left: [String], complaint: String?) {
                do {
                    let drop = try ReplayDrop(into, in: cluster)
                    guard let plan = try drop.plan() else { return ([], try topics(), "live") }
                    try drop.run(plan)
                    return (plan.topics.map { String($0.dropFirst(into.count)) }, try topics(), nil)
                } catch let error as OperationError {
                    return ([], try topics(), error.description)
                }
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a replay runs as long as its session does, and progress is what its group has committed`() async throws {
            let seen = try await onBroker { node in
                let stage = try Stage(node)
                var seen: [ReplayStatus?] = [try stage.status()]
                try stage.say(stage.request)
                seen.append(try stage.status())
                let member = try stage.member("a")
                try stage.say(.process("a", isRunning: true))
                seen.append(try stage.status())
                // Killed: it leaves nothing behind but a static member, whose session ends.
                _ = member.close(timeoutMilliseconds: 10_000)
                seen.append(try stage.status())
                _ = try eventually { try stage.status()?.state != .running }
                seen.append(try stage.status())
                try stage.say(.done(ReplayFigures(), into: stage.into))
                seen.append(try stage.status())
                try stage.say(.live)
                seen.append(try stage.status())
                return seen
            }
            let states = seen.map { status in status.map { "\($0.state) \($0.progress)" } ?? "none" }
            #expect(states == ["none", "stopped 0", "running 50", "running 50", "stopped 50", "done 100", "none"])
            #expect(seen[1]?.beganMilliseconds == 7)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a replay that has not yet created its topics is not taken over, unless the worker makes them`()
            async throws
        {
            let seen = try await onBroker { node in
                let stage = try Stage(node)
                try stage.say(stage.request)
                var seen: [ReplaySwitch.Outcome] = []
                var isLive: [Bool] = []
                for makesTopics in [false, true, false] {
                    seen.append(try stage.takeOver(makesTopics: makesTopics))
                    isLive.append(try stage.status() == nil)
                }
                return (seen, isLive, stage.into)
            }
            let (outcomes, isLive, into) = seen
            var refusal = ""
            if case .refused(let sentence) = outcomes[0] { refusal = sentence }
            #expect(refusal.contains("has not yet created \(into)webhook-dispatch, \(into)dead-letter"))
            #expect(isLive == [false, true, true])
            #expect(outcomes.dropFirst() == [.live(leftOut: []), .live(leftOut: [])])
        }

        @Test(.timeLimit(.minutes(20)))
        func `a process that another one fences before its decision reads the other decision`() async throws {
            let run = try await onBroker { node in
                let stage = try Stage(node)
                let journal = ReplayJournal(stage.into, in: stage.ownCluster)
                var known: [Bool] = []
                let record = try journal.decide { record in
                    known.append(record.isLive)
                    if record.isLive { return nil }
                    _ = try? journal.decide { _ in .live }
                    return .done(ReplayFigures(), into: stage.into)
                }
                return (known: known, record: record, written: try journal.read())
            }
            #expect(run.known == [false, true])
            #expect(run.record.isLive && run.record.figures == nil && run.written == run.record)
        }

        @Test(.timeLimit(.minutes(20)))
        func `what runs, is live or is no replay is not dropped, and of what is, only its own goes`() async throws {
            let run = try await onBroker { node in
                let stage = try Stage(node)
                let nothing = try stage.drop()
                try stage.say(stage.request, .process("a", isRunning: true))
                let member = try stage.member("a")
                let running = try stage.drop()
                // Stopped, as it says itself; its session lasts.
                try stage.say(.process("a", isRunning: false))
                _ = member.close(timeoutMilliseconds: 10_000)
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let before = try admin.memberClientIDs(ofGroup: stage.group, timeoutMilliseconds: 20_000)
                let done = try stage.drop()
                let offsets = try Consumer([
                    "bootstrap.servers": node.bootstrapServers, "group.id": stage.group,
                ]).committed([TopicPartition(stage.input + "uploads", 0)], timeoutMilliseconds: 20_000)
                let inputs = try admin.partitionCounts(of: [stage.input + "uploads"], timeoutMilliseconds: 20_000)
                let again = try stage.drop()
                return (
                    nothing: nothing, running: running, before: before, done: done, offsets: offsets,
                    inputs: inputs.count,
                    again: again
                )
            }
            #expect(run.nothing.complaint?.contains("there is no replay") == true)
            #expect(run.running.complaint?.contains("is running") == true && run.running.left.count == 5)
            #expect(run.before == ["fork-worker-a-0"])
            #expect(run.done.dropped == ["connection.a", "documents", "state", "replay"])
            #expect(run.done.left == ["mine"] && run.offsets.isEmpty && run.inputs == 1)
            #expect(run.again.complaint?.contains("there is no replay") == true)
        }

        @Test(.timeLimit(.minutes(20)))
        func `the commands list a replay, ask before they delete it, and say what is gone`() async throws {
            let run = try await onBroker { node in
                let stage = try Stage(node)
                try stage.say(stage.request)
                func command(_ arguments: String...) throws -> CommandProcess.Ending {
                    let own = ["replay", "--bootstrap-servers", node.bootstrapServers]
                    return try CommandProcess(own + arguments).ending()
                }
                let json = try command("list", "--json")
                let table = try command("list")
                let asked = try command("drop", stage.into)
                let before = try stage.topics()
                let dropped = try command("drop", stage.into, "--yes")
                let again = try command("drop", stage.into, "--yes")
                return (
                    json: json, table: table, asked: asked, before: before, dropped: dropped, again: again,
                    after: try stage.topics(), into: stage.into
                )
            }
            let line = #"{"into":"\#(run.into)","state":"stopped","progress":0,"began":"1970-01-01T00:00:00.007Z"}"#
            #expect(run.json.status == 0 && run.json.lines.contains(Substring(line)), "\(run.json)")
            #expect(run.table.output.contains("\n\(run.into)  ") && run.table.output.hasPrefix("into "))
            #expect(run.asked.status == 64 && run.asked.errors.contains("4 topics: \(run.into)connection.a"))
            #expect(run.asked.lastError.contains("--yes") && run.before.count == 5)
            #expect(run.dropped.status == 0 && run.dropped.lastError.contains("is gone"), "\(run.dropped)")
            #expect(run.after == ["mine"])
            #expect(run.again.status == 1 && run.again.lastError.contains("there is no replay"))
        }
    }
}
