import Clients
import Foundation
import Testing

/// A worker ends in order whatever its broker does; it has a node of its own, since that is killed.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("stops"), .serialized)
struct RunStopTests {
    @Test(.timeLimit(.minutes(20)))
    func `an idle worker ends with status 0`() async throws {
        let status = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create()
            let worker = topics.worker(0, ["--lanes", "2"])
            try worker.startUntilReady()
            return worker.stop()
        }
        #expect(status == 0)
    }

    @Test(.timeLimit(.minutes(20)))
    func `a worker under load ends with status 0`() async throws {
        let status = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create()
            let worker = topics.worker(0)
            try worker.startUntilReady()
            let uploads = RunUpload.made(4_000, connections: 20, seed: 5)
            try topics.upload(uploads)
            // It is at work, and not done.
            #expect(try topics.waitForDocuments(of: [uploads[0].connection]))
            try topics.upload(uploads)
            return worker.stop()
        }
        #expect(status == 0)
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["before the start", "when it is ready", "under load"])
    func
        `a worker whose broker is gone ends, with status 1 if it leaves something open, and goes on with one that is back`(
            moment: String
        ) async throws
    {
        let result = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create()
            let uploads = RunUpload.made(400, connections: 4, seed: 9)
            let worker = topics.worker(0)
            if moment == "before the start" { try node.kill() }
            try worker.start()
            if moment == "before the start" {
                let isStarted = worker.says("started")
                #expect(isStarted)
            } else {
                let isReady = worker.says("ready")
                #expect(isReady)
                if moment == "under load" { try topics.upload(uploads) }
                try node.kill()
                // It notices, or does not yet.
                usleep(1_500_000)
            }
            var status = worker.stop()
            let isLeftOpen = worker.lines.contains { ($0["reason"] as? String)?.contains("stay invisible") ?? false }
            if isLeftOpen, moment == "under load" {
                #expect(worker.reasons.contains("transaction_unfinished: "))
                #expect(status == 1)
                status = 0
            }
            try node.restart()
            if moment != "under load" { try topics.upload(uploads) }
            try worker.start()
            let isRead = try topics.waitUntilRead()
            return try RunResult(topics, uploads, isRead: isRead, statuses: [status, worker.stop()])
        }
        result.checkDocuments(Comment(rawValue: moment))
    }

    @Test(.timeLimit(.minutes(20)))
    func `a worker outlives its broker's restart`() async throws {
        let result = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create()
            let uploads = RunUpload.made(600, connections: 6, seed: 11)
            let worker = topics.worker(0)
            try worker.startUntilReady()
            try topics.upload(uploads[..<300])
            try node.kill()
            try node.restart()
            try topics.upload(uploads[300...])
            let isRead = try topics.waitUntilRead()
            let isRunning = worker.isRunning
            #expect(isRunning)
            return try RunResult(topics, uploads, isRead: isRead, statuses: [worker.stop()])
        }
        result.checkDocuments("restart")
    }
}
