import Foundation
import Kafka
import Synchronization
import Testing
import Worker

extension BrokerTests {
    /// `fork-worker dispatch` on a real broker, with a real receiver.
    @Suite struct Dispatch {
        @Test(.timeLimit(.minutes(20)))
        func `each job arrives as a signed request with its sequence, and nothing is left`() async throws {
            let (requests, isIdle, status) = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1", "conn-2"])
                let ids = try test.add((0..<20).map { TestJob(connection: "conn-\($0 % 2 + 1)") })
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(ids))
                let isIdle = try eventually { try test.listed().isEmpty }
                let status = process.stop()
                #expect(process.says("partitions_revoked", within: .seconds(1)))
                #expect(process.lines.allSatisfy { !"\($0)".contains(DispatchTopics.secret) })
                #expect(Set(test.receiver.ids) == Set(ids))
                return (test.receiver.all, isIdle, status)
            }
            #expect(status == 0 && isIdle)
            for request in requests {
                #expect(request.path == "/\(request.connection)")
                #expect(request.headers["content-type"] == "application/json")
                #expect(request.headers["webhook-signature"]?.hasPrefix("v1,") == true)
                #expect(request.headers["user-agent"]?.hasPrefix("fork-worker/") == true)
                #expect(request.sequence > 1_700_000_000_000_000 && request.data("callback_url") == nil)
                #expect(request.data("id") as? String == request.id)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `every job arrives at last although dispatchers are killed again and again`() async throws {
            let (isAll, dead, left) = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                let connections = (0..<10).map { "conn-\($0)" }
                try test.configure(connections)
                test.receiver.answer { _ in
                    Receiver.Reply(status: Int.random(in: 0..<4) == 0 ? 500 : 200, delay: .milliseconds(20))
                }
                let process = test.dispatcher(0, ["--retry-schedule", "200ms,200ms,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s"])
                var ids: [String] = []
                for round in 0..<5 {
                    try process.start()
                    ids += try test.add((0..<60).map { TestJob(connection: connections[$0 % 10]) })
                    #expect(eventually { test.receiver.delivered.count >= round * 30 })
                    usleep(UInt32.random(in: 0..<400_000))
                    process.kill()
                    // A lost directory loses nothing either.
                    if round == 2 { try FileManager.default.removeItem(at: process.log.deletingPathExtension()) }
                }
                try process.start()
                let isAll = test.receiver.getsAll(ids)
                let isEmpty = try eventually { try test.listed().isEmpty }
                #expect(process.stop() == 0)
                return (isAll, try test.deadLetters().count, isEmpty)
            }
            #expect(isAll && left)
            #expect(dead == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `jobs of a connection come one after the other in order, also over a failure`() async throws {
            let sequences = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                let failed = Once()
                test.receiver.answer { request in
                    Receiver.Reply(status: request.offset == 7 && failed.first() ? 500 : 204)
                }
                let process = test.dispatcher(0, ["--retry-schedule", "500ms,1s"])
                let ids = try test.add((0..<30).map { _ in TestJob() })
                try process.startUntilReady()
                #expect(test.receiver.getsAll(ids))
                #expect(process.stop() == 0)
                return test.receiver.all.map(\.offset)
            }
            #expect(sequences == Array(0...7) + Array(7..<30))
        }

        @Test(.timeLimit(.minutes(20)))
        func `an answer of 410 turns a connection off over a restart, until its next settings`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1", "conn-2"])
                test.receiver.answer { _ in Receiver.Reply(status: 410) }
                let process = test.dispatcher()
                try process.startUntilReady()
                try test.add([TestJob(), TestJob()])
                #expect(try eventually { try test.listed().first?["off"] as? Bool == true })
                #expect(process.stop() == 0)
                test.receiver.answer { _ in Receiver.Reply() }
                try process.startUntilReady()
                let probes = try test.add([TestJob()])
                // The list does not change, and a job of another connection arrives.
                let other = try test.add([TestJob(connection: "conn-2")])
                #expect(test.receiver.getsAll(other))
                #expect(!test.receiver.ids.contains(probes[0]))
                try test.configure(["conn-1"])
                // A job that comes before the settings is dropped.
                var next: [String] = []
                let isOn = try eventually {
                    next += try test.add([TestJob()])
                    // The settings need some time to arrive.
                    usleep(300_000)
                    return !Set(test.receiver.delivered).isDisjoint(with: next)
                }
                #expect(isOn)
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `new settings make what waits due at once`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { _ in Receiver.Reply(status: 503) }
                let process = test.dispatcher(0, ["--retry-schedule", "10h"])
                try process.startUntilReady()
                let ids = try test.add([TestJob(), TestJob()])
                #expect(try eventually { try test.listed().first?["waiting"] as? Int == 2 })
                let listed = try #require(try test.listed().first)
                #expect(listed["status"] as? Int == 503 && listed["outcome"] as? String == "status")
                #expect(
                    listed["attempts"] as? Int == 1 && listed["host"] as? String == "127.0.0.1:\(test.receiver.port)"
                )
                test.receiver.answer { _ in Receiver.Reply() }
                try test.configure(["conn-1"])
                #expect(test.receiver.getsAll(ids))
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `after forget only deletions go out`() async throws {
            let operations = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { _ in Receiver.Reply(status: 503) }
                let process = test.dispatcher(0, ["--retry-schedule", "10h"])
                try process.startUntilReady()
                let mixed =
                    #"{"id":"a","op":"upsert","document":{"secret":"s"}},{"id":"b","op":"delete"}"#
                try test.add([TestJob(documents: mixed), TestJob()])
                #expect(try eventually { try test.listed().first?["waiting"] as? Int == 2 })
                let before = test.receiver.all.count
                test.receiver.answer { _ in Receiver.Reply() }
                try test.configure(["conn-1"], #","forget":true"#)
                #expect(try eventually { try test.listed().isEmpty })
                #expect(process.stop() == 0)
                #expect(try test.deadLetters().isEmpty)
                return test.receiver.all.dropFirst(before).map(\.operations)
            }
            #expect(operations == [["b": "delete"]])
        }

        @Test(.timeLimit(.minutes(20)))
        func `a job that fails is a dead letter byte for byte, and so is a record that is not a job`() async throws {
            let (letters, jobs, lines) = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { _ in Receiver.Reply(status: 500) }
                let process = test.dispatcher(0, ["--retry-schedule", "none"])
                try process.startUntilReady()
                let job = TestJob()
                try test.add([job])
                try test.topics.produce([("conn-1", "{\"weight\": 71}")], to: test.names.jobs)
                #expect(try eventually { try test.deadLetters().count == 2 })
                #expect(process.says("refused", times: 2))
                #expect(process.stop() == 0)
                return (try test.deadLetters(), [job.json, "{\"weight\": 71}"], "\(process.lines)")
            }
            let byCode = Dictionary(letters.map { ($0.headers["fork-error-code"] ?? "", $0) }) { $1 }
            let dead = try #require(byCode["status"])
            #expect(dead.value == jobs[0] && dead.key == "conn-1")
            #expect(dead.headers["fork-webhook-attempts"] == "1" && dead.headers["fork-webhook-status"] == "500")
            let wrong = try #require(byCode["decodingError"])
            #expect(wrong.value == jobs[1] && wrong.headers["fork-webhook-attempts"] == nil)
            #expect(!lines.contains("weight"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `two dispatchers share the partitions, and nothing is lost when one comes and goes`() async throws {
            let (isAll, owned) = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 4)
                let connections = (0..<16).map { "conn-\($0)" }
                try test.configure(connections)
                test.receiver.answer { _ in Receiver.Reply(delay: .milliseconds(50)) }
                let arguments = ["--dynamic-membership", "--kafka", "heartbeat.interval.ms=500"]
                let (first, second) = (test.dispatcher(0, arguments), test.dispatcher(1, arguments))
                try first.startUntilReady()
                var ids = try test.add((0..<200).map { TestJob(connection: connections[$0 % 16]) })
                try second.startUntilReady()
                #expect(eventually { first.ownedByLog == 2 && second.ownedByLog == 2 })
                let owned = [first.ownedByLog, second.ownedByLog]
                ids += try test.add((0..<200).map { TestJob(connection: connections[$0 % 16]) })
                #expect(first.stop() == 0)
                let isAll = test.receiver.getsAll(ids)
                #expect(second.stop() == 0)
                return (isAll, owned)
            }
            #expect(isAll)
            #expect(owned == [2, 2])
        }

        @Test(.timeLimit(.minutes(20)))
        func `jobs are sent again with their first sequence`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1)
                try test.configure(["conn-1", "conn-2"])
                let process = test.dispatcher()
                try process.startUntilReady()
                let ids = try test.add([TestJob(), TestJob(connection: "conn-2"), TestJob()])
                #expect(test.receiver.getsAll(ids))
                let arguments = ["dispatch", "resend", "--connection", "conn-1", "--since", "2020-01-01"]
                #expect(try test.command(arguments + ["--dry-run"]).first?["resent"] as? Int == 2)
                #expect(try test.command(arguments).first?["resent"] as? Int == 2)
                #expect(eventually { test.receiver.all.count == 5 })
                // What was sent again is not sent again once more.
                #expect(try test.command(arguments).first?["resent"] as? Int == 2)
                #expect(eventually { test.receiver.all.count == 7 })
                #expect(Set(test.receiver.all.map(\.offset)) == [0, 1, 2])
                #expect(Set(test.receiver.all.map(\.sequence)).count == 3)
                #expect(process.stop() == 0)
            }
        }
    }
}

final class Once: Sendable {
    private let isUsed = Atomic(false)

    /// Whether this is the first call.
    func first() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }
}
