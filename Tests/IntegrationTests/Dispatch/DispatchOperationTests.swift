import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// What operators do to dispatchers, and what they see of them.
    @Suite struct DispatchOperations {
        @Test(.timeLimit(.minutes(20)))
        func `new secrets count on SIGHUP, and a wrong file leaves the old ones`() async throws {
            let signatures = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                let second = "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
                try test.write(secrets: "{\"default\": [\"\(DispatchTopics.secret)\", \"\(second)\"]}")
                process.hangUp()
                #expect(process.says("secrets_read"))
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                try test.write(secrets: "{\"default\": \"whsec_short\"}")
                process.hangUp()
                #expect(process.says("secrets_wrong"))
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                #expect(process.stop() == 0)
                #expect(!"\(process.lines)".contains("whsec_"))
                return test.receiver.all.map { $0.headers["webhook-signature"]?.split(separator: " ").count }
            }
            #expect(signatures == [1, 2, 2])
        }

        @Test(.timeLimit(.minutes(20)))
        func `a job without a secret is not sent, and is sent when there is one`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                try test.write(secrets: "{}")
                let process = test.dispatcher(0, ["--retry-schedule", "1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s"])
                try process.startUntilReady()
                #expect(process.says("secrets_missing"))
                let ids = try test.add([TestJob()])
                #expect(try eventually { try test.listed().first?["outcome"] as? String == "secret" })
                #expect(test.receiver.all.isEmpty)
                try test.write(secrets: "{\"default\": \"\(DispatchTopics.secret)\"}")
                process.hangUp()
                #expect(test.receiver.getsAll(ids))
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a dead letter is redriven once, with its first sequence`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { _ in Receiver.Reply(status: 500) }
                let process = test.dispatcher(0, ["--retry-schedule", "none"])
                try process.startUntilReady()
                let ids = try test.add([TestJob()])
                #expect(try eventually { try test.deadLetters().count == 1 })
                let letters = ["dead-letters", "list", "--webhooks", "--json"]
                let listed = try test.command(letters)
                #expect(listed.count == 1 && listed.first?["code"] as? String == "status")
                test.receiver.answer { _ in Receiver.Reply() }
                let redrive = ["dead-letters", "redrive", "--webhooks", "--code", "status", "--json"]
                let redriven = try test.command(redrive)
                #expect(redriven.first?["topic"] as? String == test.names.jobs)
                #expect(test.receiver.getsAll(ids))
                #expect(try test.command(redrive).isEmpty)
                #expect(try test.command(letters).isEmpty)
                #expect(Set(test.receiver.all.map(\.sequence)).count == 1)
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `an answer of 413 lets the job go on without its documents`() async throws {
            let requests = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { request in
                    Receiver.Reply(status: request.data("thin") as? Bool == true ? 204 : 413)
                }
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                #expect(process.stop() == 0)
                return test.receiver.all
            }
            #expect(requests.count == 2 && Set(requests.map(\.id)).count == 1)
            #expect(requests.last?.operations == ["steps/2024-04-17": "upsert"])
            #expect(requests.last.map { !String(decoding: $0.body, as: UTF8.self).contains("\"document\"") } == true)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a request under way ends before the process does, and is not repeated`() async throws {
            let ids = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                test.receiver.answer { _ in Receiver.Reply(delay: .seconds(2)) }
                let process = test.dispatcher(0, ["--drain-timeout", "60s"])
                try process.startUntilReady()
                try test.add([TestJob()])
                #expect(eventually { test.receiver.all.count == 1 })
                #expect(process.stop() == 0)
                #expect(test.receiver.delivered.count == 1)
                test.receiver.answer { _ in Receiver.Reply() }
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                #expect(process.stop() == 0)
                return test.receiver.ids
            }
            #expect(ids.count == 2)
        }

        @Test(.timeLimit(.minutes(20)))
        func `the pages tell of jobs, and the lag ends at 0`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try test.configure(["conn-1"])
                let process = test.dispatcher(0, ["--http-address", "127.0.0.1:0", "--retry-schedule", "10h"])
                try process.startUntilReady()
                let probes = try #require(ProbeClient(of: process))
                #expect(probes.comes("/readyz", 200) != nil)
                let bad = Once()
                test.receiver.answer { _ in Receiver.Reply(status: bad.first() ? 503 : 204) }
                try test.add((0..<5).map { _ in TestJob() })
                #expect(probes.shows("fork_dispatch_attempts_total{outcome=\"status\"} 1"))
                #expect(probes.shows("fork_dispatch_waiting_jobs 5"))
                #expect(probes.showsLag(of: test.names.jobs) { $0 == 0 })
                try test.configure(["conn-1"])
                #expect(probes.shows("fork_dispatch_jobs_total{outcome=\"delivered\"} 5"))
                #expect(probes.shows("fork_dispatch_waiting_jobs 0"))
                #expect(probes.shows("fork_dispatch_settings_lag_records 0"))
                #expect(probes.shows("fork_worker_ready 1"))
                let page = probes.get("/metrics").body
                #expect(page.contains("fork_dispatch_delivery_seconds_count 5") && !page.contains("conn-1"))
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `missing topics are named, or made with --create-topics`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let arguments = ["--topic-prefix", topics.prefix, "--group-id", topics.group]
                let directory = topics.directory.appending(path: "d0")
                let process = RunProcess(node.bootstrapServers, directory: directory, command: "dispatch", arguments)
                try process.start()
                #expect(process.status() == 1)
                let reason = "\(process.lines.last?["reason"] ?? process.lines.last ?? [:])"
                #expect(reason.contains("webhook-dispatch") && reason.contains("--create-topics"))
                let making = RunProcess(
                    node.bootstrapServers,
                    directory: directory,
                    command: "dispatch",
                    arguments + ["--create-topics", "--partitions", "2"]
                )
                try making.startUntilReady()
                #expect(making.stop() == 0)
                let counts = try Admin(["bootstrap.servers": node.bootstrapServers])
                    .partitionCounts(timeoutMilliseconds: 60_000)
                #expect(counts[topics.names.jobs] == 2 && counts[topics.names.webhookState] == 2)
                #expect(counts[topics.names.connections] == 2 && counts[topics.names.webhookDeadLetters] == 1)
                #expect(counts[topics.names.uploads] == nil)
            }
        }
    }
}
