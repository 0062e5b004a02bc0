import Clients
import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// What the consoles of workers say of a real group.
    @Suite struct RunConsoles {
        @Test(.timeLimit(.minutes(20)))
        func `a worker shows its own connections, and says which worker has the others`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 4)
                let arguments = try ConsoleClient.arguments(in: topics.directory)
                let workers = (0..<2).map { number in
                    topics.worker(number, ["--group-instance-id", "pod-\(number)"] + arguments)
                }
                for worker in workers { try worker.start() }
                try topics.upload(RunUpload.made(200, connections: 20, seed: 21))
                let consoles = try workers.map { try ConsoleClient(of: $0) }
                let isShared = eventually {
                    consoles.allSatisfy { $0.states.count == 2 && $0.states.values.allSatisfy { $0 == "serving" } }
                }
                #expect(isShared)
                #expect(try topics.waitUntilRead())
                let own = consoles.map(\.connections)
                #expect(own[0].count + own[1].count == 20 && Set(own[0].keys).isDisjoint(with: own[1].keys))
                for (number, console) in consoles.enumerated() {
                    let (id, partition) = try #require(own[1 - number].first)
                    for answer in [console.ask("connections?prefix=\(id)"), console.ask("connections/\(id)/days")] {
                        #expect(answer["elsewhere/partition"] as? Int == partition, "\(answer.text)")
                        // The member of the group is the first lane of the worker.
                        #expect(answer["elsewhere/instance"] as? String == "pod-\(1 - number)-0", "\(answer.text)")
                        #expect(answer["elsewhere/host"] as? String == "/127.0.0.1", "\(answer.text)")
                    }
                    #expect(console.ask("connections/\(id)").code == "unknownConnection")
                    // An id of an own partition is nowhere else.
                    let mine = try Self.unknownID(in: #require(console.states.keys.first), of: 4)
                    #expect(console.ask("connections?prefix=\(mine)")["elsewhere"] == nil)
                    #expect(console.ask("connections/\(mine)").status == 404)
                    try Self.checkPublished(console, own[number].keys.sorted())
                }
                #expect(workers[1].stop() == 0)
                let (id, _) = try #require(own[1].first)
                // A static member that has stopped keeps its partitions for a while: nobody else has them.
                #expect(consoles[0].ask("connections/\(id)")["elsewhere/instance"] as? String == "pod-1-0")
                #expect(workers[0].stop() == 0)
            }
        }

        /// An id that no connection has, in a partition.
        private static func unknownID(in partition: Int, of count: Int32) throws -> String {
            let names = (0..<1_000).map { "nobody-\($0)" }
            return try #require(
                names.first { Murmur2.partition(of: Array($0.utf8), count: count) == Int32(partition) }
            )
        }

        /// Checks that each document of the connections is the one that was published.
        private static func checkPublished(_ console: ConsoleClient, _ ids: [String]) throws {
            for id in ids {
                let all = console.ask("connections/\(id)/documents")
                for name in ["frozen", "pending", "differs"] {
                    #expect((all[name] as? [Any])?.isEmpty == true, "\(id): \(all.status) \(all.text.prefix(300))")
                }
                let documents = try #require(all["documents"] as? [[String: Any]], "\(all.text)")
                let first = try #require(documents.first?["id"] as? String, "\(id): \(all.text)")
                #expect(console.ask("connections/\(id)/documents/\(first)")["published"] as? String == "same")
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `an upload is a change at once, and a forgotten connection is unknown, also after a restart`()
            async throws
        {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let arguments = try ConsoleClient.arguments(in: topics.directory)
                let worker = topics.worker(0, RunTopics.member + arguments)
                try worker.startUntilReady()
                let console = try ConsoleClient(of: worker)
                let uploads = RunUpload.made(30, connections: 3, seed: 22)
                for part in [uploads[..<15], uploads[15...]] {
                    try topics.upload(part)
                    #expect(try topics.waitUntilRead())
                }
                for id in ["conn-0", "conn-1", "conn-2"] {
                    let known = uploads.map(\.body)
                    let changes = console.ask("connections/\(id)/changes")
                    let rows = changes["changes"] as? [[String: Any]] ?? []
                    let causes = rows.compactMap { $0["upload_id"] as? String }
                    // The second part before the first one; within a commit, uploads have no order.
                    let order = causes.compactMap { cause in known.firstIndex { $0.contains(cause) } }
                    #expect(!order.isEmpty && order.count == causes.count)
                    let isLater = order.map { $0 >= 15 }
                    #expect(isLater == isLater.sorted { $0 && !$1 })
                    #expect(order.allSatisfy { uploads[$0].connection == id })
                }
                try Self.checkPublished(console, ["conn-0", "conn-1", "conn-2"])
                let forget = #"{"connection_id":"conn-0","forget":true}"#
                try topics.produce([("conn-0", forget)], to: topics.names.connections)
                #expect(try topics.waitUntilRead())
                for path in ["", "/days?from=2024-04-10&to=2024-04-24", "/documents", "/changes"] {
                    #expect(console.ask("connections/conn-0\(path)").code == "unknownConnection")
                }
                #expect(console.connections.keys.sorted() == ["conn-1", "conn-2"])
                #expect(worker.stop() == 0)
                try worker.start()
                #expect(worker.says("serving", times: 2) && worker.says("ready", times: 2))
                let later = try ConsoleClient(of: worker)
                #expect(later.connections.keys.sorted() == ["conn-1", "conn-2"])
                // Changes are not kept, documents are.
                #expect((later.ask("connections/conn-1/changes")["changes"] as? [Any])?.isEmpty == true)
                try Self.checkPublished(later, ["conn-1", "conn-2"])
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a partition that is being restored is skipped, until it serves`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let ghost = try topics.openChangelog(on: node)
                let worker = topics.worker(0, try ConsoleClient.arguments(in: topics.directory))
                try worker.start()
                let uploads = RunUpload.made(100, connections: 12, seed: 23)
                try topics.upload(uploads)
                let console = try ConsoleClient(of: worker)
                #expect(eventually { console.states == [0: "restoring", 1: "serving"] })
                #expect(try topics.waitUntilRead(without: 0))
                let ids = Dictionary(grouping: Set(uploads.map(\.connection))) { id in
                    Murmur2.partition(of: Array(id.utf8), count: 2)
                }
                #expect(console.connections.keys.sorted() == ids[1]?.sorted())
                let skipped = console.ask("connections")["skipped"] as? [NSDictionary]
                #expect(skipped == [["partition": 0, "state": "restoring"]])
                let id = try #require(ids[0]?.first)
                let answer = console.ask("connections/\(id)")
                #expect(answer.status == 503 && answer.code == "restoring", "\(answer.text)")
                #expect((answer["restored"] as? Double).map { (0...1).contains($0) } == true)
                try ghost.abortTransaction()
                #expect(try topics.waitUntilRead())
                #expect(eventually { console.states == [0: "serving", 1: "serving"] })
                #expect(console.ask("connections/\(id)")["id"] as? String == id)
                #expect((console.ask("connections")["skipped"] as? [Any])?.isEmpty == true)
                #expect(console.connections.count == ids.values.reduce(0) { $0 + $1.count })
                #expect(worker.stop() == 0)
            }
        }
    }
}
