import Foundation
import Testing
import Worker

extension BrokerTests {
    /// What probes find while a worker starts, works, and ends.
    @Suite struct RunProbes {
        @Test(.timeLimit(.minutes(20)))
        func `a worker is ready when its partitions are restored, and no longer when it is asked to stop`() async throws
        {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                try worker.start()
                let probe = try #require(ProbeClient(of: worker))
                #expect(probe.get("/livez").status == 200)
                #expect(probe.comes("/readyz", 200) != nil)
                #expect(worker.says("ready", within: .seconds(1)))
                #expect(probe.get("/startupz").body == "ok\n")
                #expect(probe.get("/readyz").body == "ok\n")
                #expect(probe.get("/no").status == 404)
                // Whoever stops it at this moment has the end of a commit to wait for.
                try topics.upload(RunUpload.made(200, connections: 8, seed: 4))
                let ending = Thread { _ = worker.stop() }
                ending.start()
                let found = probe.comes("/readyz", 503) != nil || !worker.isRunning
                #expect(found)
                #expect(worker.status() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)), arguments: [[], ["--input-prefix", "blue."]])
        func `pages are served before a broker has answered, and say why none has`(inputs: [String]) async throws {
            try await onBroker { _ in
                let topics = try RunTopics("127.0.0.1:1")
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"] + inputs)
                try worker.start()
                let probe = try #require(ProbeClient(of: worker))
                #expect(probe.get("/livez").status == 200)
                #expect(probe.get("/startupz").status == 503)
                let ready = probe.get("/readyz")
                #expect(ready.status == 503)
                #expect(ready.body == "no broker has answered about the topics yet\n")
                #expect(worker.says("broker_silent"))
                let silent = worker.lines.first { $0["event"] as? String == "broker_silent" }
                #expect("\(silent ?? [:])".contains("127.0.0.1:1: the connection is refused"))
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a partition that is left alone makes a worker unready, and nothing else`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                try worker.startUntilReady()
                let probe = try #require(ProbeClient(of: worker))
                try topics.configure(connections: 8)
                #expect(try topics.waitUntilRead())
                try node.deleteTopics([topics.names.jobs])
                try topics.upload(RunUpload.made(40, connections: 8, seed: 4))
                #expect(worker.says("partition_left_alone"))
                #expect(probe.comes("/readyz", 503) != nil)
                #expect(probe.get("/readyz").body.hasPrefix("lane 0 has left alone"))
                #expect(probe.get("/livez").status == 200)
                #expect(probe.get("/startupz").status == 200)
                // The library knows no end of a partition that is not read: brokers are asked.
                try topics.upload(RunUpload.made(60, connections: 8, seed: 5))
                #expect(probe.showsLag(of: topics.names.uploads) { $0 > 60 })
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `lag is 0 when all is read, although the marker of a transaction lies at the end`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                try worker.startUntilReady()
                let probe = try #require(ProbeClient(of: worker))
                worker.pause()
                try topics.openTransaction().commit()
                worker.goOn()
                #expect(try topics.waitUntilRead())
                #expect(probe.showsLag(of: topics.names.uploads) { $0 == 0 })
                #expect(probe.shows("fork_worker_uploads_total 1"))
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `the oldest upload has its true age after a start, behind an open transaction too`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let hourAgo = Int64(Date.now.timeIntervalSince1970 - 3_600) * 1_000
                let transaction = try topics.openTransaction(atMilliseconds: hourAgo)
                for _ in 0..<2 {
                    let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                    try worker.startUntilReady()
                    let probe = try #require(ProbeClient(of: worker))
                    #expect(probe.showsOldest(3_600..<7_200))
                    #expect(worker.stop() == 0)
                }
                try transaction.end()
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a port that is taken ends the start`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                // Without them the first would end, and the port be free again.
                try topics.create()
                let first = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                try first.start()
                let probe = try #require(ProbeClient(of: first))
                let second = topics.worker(1, ["--http-address", probe.address])
                try second.start()
                #expect(second.status() == 1)
                let reason = second.reasons
                #expect(reason.contains("address_unusable: "))
                #expect(reason.contains("\(probe.address) is taken by another process"))
                first.kill()
            }
        }
    }
}

/// Brokers that go away, on a node of its own.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("probes"))
struct ProbesWithoutBrokerTests {
    @Test(.timeLimit(.minutes(20)))
    func `without brokers a worker is unready within 30 s, and alive, and ready again when they are back`() async throws
    {
        try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create()
            let worker = topics.worker(0, ["--http-address", "127.0.0.1:0", "--lanes", "2"])
            try worker.startUntilReady()
            let probe = try #require(ProbeClient(of: worker))
            func said(_ event: String) -> [[String: Any]] { worker.lines.filter { $0["event"] as? String == event } }
            // So that statistics have come more than once.
            sleep(11)
            #expect(probe.get("/readyz").status == 200)
            try node.kill()
            #expect(worker.says("broker_lost"))
            let seconds = try #require(probe.comes("/readyz", 503))
            #expect(seconds > 15)
            #expect(probe.get("/readyz").body.contains(/^no broker has answered lane [01] for 3/))
            #expect(probe.get("/livez").status == 200)
            #expect(worker.says("summary"))
            #expect(said("summary").last.map { $0["lag_records"] == nil } == true)
            #expect(probe.get("/livez").status == 200)
            try node.restart()
            #expect(probe.comes("/readyz", 200) != nil)
            #expect(worker.says("broker_back"))
            #expect(worker.stop() == 0)
            // Both lanes, with some clients each, lost the one broker once.
            let (lost, back) = (said("broker_lost"), said("broker_back"))
            #expect(lost.count == 1 && back.count == 1, "\(lost) \(back)")
            #expect(lost.first?["address"] as? String == node.bootstrapServers)
            let brokers = [lost, back].map { $0.first?["broker"] as? Int }
            #expect(brokers[0] != nil && brokers[0] == brokers[1])
            #expect(lost.first?["reason"] is String)
        }
    }
}
