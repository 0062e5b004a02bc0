import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// `forget` beside a worker: what it leaves is no live record.
    @Suite struct ForgettingWorkers {
        /// An upload so late that all before it is behind the horizon.
        private static let late =
            #"{"upload_id":"0F6E0000-0000-4000-8000-000000000001","connection_id":"conn-0","collected_at":"2025-12-01T08:00:00Z","samples":[{"id":"0F6E0000-0000-4000-8000-000000000002","type":"HKQuantityTypeIdentifierStepCount","unit":"count","value":7,"start_date":"2025-11-30T10:00:00Z","end_date":"2025-11-30T10:01:00Z"}]}"#

        /// Forgets `conn-0` while more is uploaded.
        private static func forget(_ topics: RunTopics, _ uploads: ArraySlice<RunUpload>) throws
            -> CommandProcess.Ending
        {
            let command = try topics.command(["forget", "--yes", "--json", "conn-0"])
            for upload in uploads {
                try topics.upload([upload])
                usleep(10_000)
            }
            return try command.ending()
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["connection", "single"])
        func `forgotten while uploading, nothing live names it, and again after a replay`(routing: String) async throws
        {
            let uploads = RunUpload.made(400, connections: 4, seed: 31)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 4)
                let worker = topics.worker(0, ["--output-topics", routing])
                try worker.startUntilReady()
                try topics.upload(uploads[..<200])
                try topics.produce([("conn-0", Self.late)], to: topics.names.uploads)
                #expect(try topics.waitUntilRead())
                let before = try topics.command(["forget", "--check", "--json", "conn-0"]).ending()
                let forgotten = try Self.forget(topics, uploads[200...])
                #expect(try topics.waitUntilRead())
                let check = try topics.command(["forget", "--check", "--json", "conn-0"]).ending()
                #expect(worker.stop() == 0)
                let replay = topics.replay(0, ["--output-topics", routing])
                try replay.start()
                #expect(replay.status() == 0)
                let after = try topics.command(["forget", "--check", "--json", "conn-0"]).ending()
                return (
                    before: before, forgotten: forgotten, check: check, after: after, prefix: topics.prefix,
                    replayed: topics.replayed.prefix,
                    live: try Self.live(topics, topics.prefix), other: try Self.live(topics, topics.replayed.prefix),
                    letters: try topics.read(topics.names.deadLetters).filter { $0.key == "conn-0" },
                    jobs: try topics.read(topics.names.jobs).filter { $0.key == "conn-0" }
                )
            }
            #expect(run.before.status == 1 && run.before.output.contains("\(run.prefix)state"))
            #expect(run.forgotten.status == 0, "\(run.forgotten.errors)")
            let last = try #require(run.forgotten.lines.last)
            // Of documents that were frozen in a topic of many a tombstone is written; else the topic goes.
            #expect(last.contains(#""topics":[]"#) == (routing == "single"), "\(last)")
            #expect(last.contains(#""documents":0}"#) == (routing == "connection"), "\(last)")
            #expect(run.check.status == 0, "\(run.check.output) \(run.check.errors)")
            #expect(run.after.status == 0, "\(run.after.output) \(run.after.errors)")
            #expect(run.live.keys.allSatisfy { !$0.contains("conn-0") } && run.live.count > 20)
            // What others have is what a replay makes of the same uploads.
            #expect(Set(run.live.keys) == Set(run.other.keys))
            let refused = run.letters.filter { $0.headers["fork-error-code"] == "connectionIsClosed" }
            #expect(!refused.isEmpty && refused.allSatisfy { $0.value == nil })
            #expect(run.jobs.contains { $0.value?.contains(#""uploads":[]"#) == true })
        }

        /// The live documents under a prefix, by topic and key.
        private static func live(_ topics: RunTopics, _ prefix: String) throws -> [String: String] {
            var live: [String: String] = [:]
            for name in ["connection.", "documents"] {
                for record in try topics.read(prefix + name) {
                    live["\(record.topic.dropFirst(prefix.count)) \(record.key)"] = record.value
                }
            }
            return live
        }

        @Test(.timeLimit(.minutes(20)))
        func `killed wherever it is, the same again ends, and what is forgotten began once`() async throws {
            let uploads = RunUpload.made(120, connections: 3, seed: 32)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 3)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.upload(uploads)
                #expect(try topics.waitUntilRead())
                worker.pause()
                for delay in [300_000, 900_000] as [UInt32] {
                    let command = try topics.command(["forget", "--yes", "conn-0"])
                    usleep(delay)
                    command.kill()
                }
                worker.goOn()
                // Killed in what comes after the worker, at places that nobody chooses.
                for delay in [400_000, 800_000, 1_200_000, 1_600_000] as [UInt32] {
                    let command = try topics.command(["forget", "--yes", "conn-0"])
                    usleep(delay)
                    command.kill()
                }
                let done = try topics.command(["forget", "--yes", "--json", "conn-0"]).ending()
                let check = try topics.command(["forget", "--check", "conn-0"]).ending()
                #expect(worker.stop() == 0)
                return (
                    done: done, check: check,
                    settings: try topics.read(topics.names.connections).filter { $0.key == "conn-0" }
                )
            }
            #expect(run.done.status == 0, "\(run.done.errors)")
            #expect(run.check.status == 0 && run.check.output.contains("no live record"), "\(run.check.output)")
            let values = run.settings.map { $0.value ?? "" }
            #expect(values.count { $0.contains("callback_url") && $0.contains("forget") } == 1, "\(values)")
            #expect(values.last == #"{"connection_id":"conn-0","forget":true}"#)
        }
    }
}
