import CommandRights
import Foundation
import Kafka
import Operations
import Testing
import Worker

extension SecureTests {
    /// Commands of somebody who may do what the list of rights says, and nothing else.
    @Suite struct LeastRights {
        /// Settings with a callback, and when they are read a number of steps, and what is refused of each kind.
        private static func fill(_ topics: RunTopics) throws {
            let settings = #"{"connection_id":"conn-0","callback_url":"https://example.com/"}"#
            try topics.produce([("conn-0", settings), ("conn-1", "no json")], to: topics.names.connections)
            #expect(try topics.waitUntilRead())
            let wrong = topics.steps(8).body.replacing(#""count""#, with: #""furlong""#)
            try topics.upload([topics.steps(7), RunUpload(connection: "conn-0", body: wrong)])
            try topics.produce([("conn-1", "no json")], to: topics.names.uploads)
        }

        /// Topics in which a worker has refused something, and the worker has gone.
        private static func worked(_ node: BrokerNode) throws -> RunTopics {
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create(partitions: 1)
            let worker = topics.worker(0)
            try worker.startUntilReady()
            try fill(topics)
            #expect(try topics.waitUntilRead())
            #expect(worker.stop() == 0)
            return topics
        }

        /// Runs a command as somebody who may do just this.
        private static func ending(
            _ words: [String],
            _ rights: [Right],
            _ topics: RunTopics,
            _ node: BrokerNode
        ) throws -> CommandProcess.Ending {
            let user = try TokenUser(node)
            try user.grant(rights)
            return try topics.command(words + user.arguments()).ending()
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `a worker needs no more than its rights`(createsTopics: Bool) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                if !createsTopics { try topics.create(partitions: 1) }
                let user = try TokenUser(node)
                try user.grant(topics.rights.run(createsTopics: createsTopics))
                let flags = createsTopics ? ["--create-topics", "--partitions", "1"] : []
                let worker = topics.worker(0, try user.arguments() + flags)
                try worker.startUntilReady()
                try Self.fill(topics)
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                // Without the state that it has here, it reads it back.
                try FileManager.default.removeItem(at: topics.directory.appending(path: "w0"))
                let again = topics.worker(0, try user.arguments())
                try again.startUntilReady()
                #expect(again.stop() == 0)
                return (
                    total: try topics.total(), letters: try topics.read(topics.names.deadLetters).count,
                    jobs: try topics.read(topics.names.jobs).count,
                    log: try String(contentsOf: worker.log, encoding: .utf8)
                )
            }
            #expect(run.total == 7 && run.letters == 3 && run.jobs > 0)
            #expect(!run.log.contains("AUTHORIZATION"), "\(run.log)")
        }

        /// The places of the rights of `run` in their list.
        private static let running = 0..<15

        @Test(.timeLimit(.minutes(20)), arguments: running)
        func `a worker that lacks one right names it and its topic`(lacking number: Int) async throws {
            let run = try await onBroker { node in
                let topics = try Self.worked(node)
                // One connection has no topic yet, and one has documents in its own.
                try topics.upload([
                    topics.steps(9, day: 17, connection: "conn-2"), topics.steps(9, day: 18),
                ])
                var rights = topics.rights.run(createsTopics: false)
                #expect(rights.count == Self.running.count)
                let lacking = rights.remove(at: number)
                let user = try TokenUser(node)
                try user.grant(rights)
                try FileManager.default.removeItem(at: topics.directory.appending(path: "w0"))
                let worker = topics.worker(0, try user.arguments())
                try worker.start()
                defer { worker.kill() }
                // Of a transaction the broker does not say which topic it was.
                let isOfTransaction =
                    lacking.operation == .write
                    && [topics.names.state, topics.prefix + "connection."].contains(lacking.name)
                let named = isOfTransaction ? [lacking.name, "Write on one of the topics"] : [lacking.name]
                var log = ""
                let isNamed = try eventually {
                    log = try String(contentsOf: worker.log, encoding: .utf8)
                    return log.split(separator: "\n").contains { line in
                        line.contains("AUTHORIZATION_FAILED") && named.contains { line.contains($0) }
                    }
                }
                return (lacking: lacking, isNamed: isNamed, log: log)
            }
            #expect(run.isNamed, "without \(run.lacking): \(run.log.suffix(3_000))")
        }

        @Test(
            .timeLimit(.minutes(20)),
            arguments: [
                (Right.Resource.allCases, "broker_refused: "), ([.group], "client_failed: "),
                ([.transactionalID], "client_failed: "),
            ]
        )
        func `a worker that brokers refuse ends, and gives the reason`(lacking: [Right.Resource], code: String)
            async throws
        {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let user = try TokenUser(node)
                try user.grant(topics.rights.run(createsTopics: false).filter { !lacking.contains($0.resource) })
                let worker = topics.worker(0, try user.arguments())
                try worker.start()
                #expect(worker.status() == 1)
                #expect(
                    worker.reasons.contains(code) && worker.reasons.contains("AUTHORIZATION_FAILED"),
                    "\(worker.reasons)"
                )
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a replay needs no more than its rights`() async throws {
            let run = try await onBroker { node in
                let topics = try Self.worked(node)
                let user = try TokenUser(node)
                try user.grant(topics.rights.replay(into: topics.replayed.prefix))
                let replay = topics.replay(0, ["--jobs"] + (try user.arguments()))
                try replay.start()
                let status = replay.status()
                let log = try String(contentsOf: replay.log, encoding: .utf8)
                return (status: status, log: log, total: try topics.replayed.total())
            }
            #expect(run.status == 0 && run.total == 7, "\(run.log)")
            #expect(!run.log.contains("AUTHORIZATION"), "\(run.log)")
        }

        @Test(.timeLimit(.minutes(20)))
        func `commands need no more than their rights`() async throws {
            let endings = try await onBroker { node in
                let topics = try Self.worked(node)
                let rights = topics.rights
                let commands: [([String], [Right], String)] = [
                    (["dead-letters", "list", "--json"], rights.listDeadLetters(), ""),
                    (["dead-letters", "list", "--summary", "--by", "app"], rights.countDeadLettersByApp(), ""),
                    (["dead-letters", "show", "0:0"], rights.listDeadLetters(), ""),
                    (["dead-letters", "redrive", "--since", "2024-01-01"], rights.redriveDeadLetters(), ""),
                    (["dead-letters", "park", "--since", "2024-01-01"], rights.parkDeadLetters(), ""),
                    (["send"], rights.send(toConnections: false), topics.steps(9).body),
                    (
                        ["send", "--to", "connections"], rights.send(toConnections: true),
                        #"{"connection_id":"conn-9"}"#
                    ),
                    (["connections", "list"], rights.readConnections(), ""),
                    (["connections", "get", "conn-0"], rights.readConnections(), ""),
                    (["connections", "close", "conn-0", "--no-wait"], rights.writeConnections(), ""),
                    (
                        ["connections", "put", "conn-8", "--set", "app_id=x", "--no-wait"], rights.writeConnections(),
                        ""
                    ),
                    (["documents", "conn-0"], rights.showDocuments(), ""),
                    (["explain", "conn-0", "steps/2024-04-16"], rights.explain(), ""),
                ]
                return try commands.map { words, rights, input in
                    let user = try TokenUser(node)
                    try user.grant(rights)
                    let ending = try topics.command(words + user.arguments(), input: input).ending()
                    return (words: words, status: ending.status, errors: ending.errors)
                }
            }
            for ending in endings {
                #expect(ending.status == 0, "\(ending.words): \(ending.errors)")
                #expect(!ending.errors.contains("AUTHORIZATION"), "\(ending.words): \(ending.errors)")
            }
        }

        /// All but to read settings again, which is for those that were too long for their letter.
        @Test(.timeLimit(.minutes(20)), arguments: [0, 1, 2, 3, 4, 5, 6, 8])
        func `redriving without one of its rights fails, and names what it lacks`(number: Int) async throws {
            let run = try await onBroker { node in
                let topics = try Self.worked(node)
                var rights = topics.rights.redriveDeadLetters()
                #expect(rights.count == 9)
                let lacking = rights.remove(at: number)
                return (
                    lacking: lacking,
                    ending: try Self.ending(["dead-letters", "redrive", "--since", "2024-01-01"], rights, topics, node)
                )
            }
            #expect(run.ending.status == 1, "without \(run.lacking): \(run.ending)")
            #expect(run.ending.errors.contains(run.lacking.name), "without \(run.lacking): \(run.ending.errors)")
        }
    }
}
