import Clients
import Foundation
import Kafka
import Operations
import Testing
import Worker

extension RunTopics {
    /// Runs `topics` on the topics of this test.
    fileprivate func topics(_ action: String, _ arguments: String...) throws -> CommandProcess.Ending {
        try command(["topics", action] + arguments).ending()
    }

    fileprivate func make(_ topics: [NewTopic]) throws {
        try Admin(["bootstrap.servers": servers]).createTopics(topics, timeoutMilliseconds: 60_000)
    }

    /// The settings of this test's topics as brokers have them.
    fileprivate func settings() throws -> [String: [String: String]] {
        let admin = try Admin(["bootstrap.servers": servers])
        let names = try counts().keys.map { prefix + $0 }
        let known = try patiently { () throws(KafkaError) in
            try admin.settings(of: names, timeoutMilliseconds: 60_000)
        }
        return Dictionary(uniqueKeysWithValues: known.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
    }

    /// How many partitions this test's topics have.
    fileprivate func counts() throws -> [String: Int32] {
        let counts = try Admin(["bootstrap.servers": servers]).partitionCounts(timeoutMilliseconds: 60_000)
        let own = counts.filter { $0.key.hasPrefix(prefix) }
        return Dictionary(uniqueKeysWithValues: own.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
    }
}

extension CommandProcess.Ending {
    /// What is wrong, as `topic setting`, from lines of JSON.
    fileprivate func wrong(without prefix: String) -> Set<String> {
        var wrong: Set<String> = []
        for line in lines where line.contains(#""verdict":"wrong""#) {
            let words = line.split(separator: "\"")
            wrong.insert("\(words[3].dropFirst(prefix.count)) \(words[7])")
        }
        return wrong
    }
}

extension BrokerTests {
    /// `fork-worker topics` on a real broker.
    @Suite struct TopicsTests {
        private static let week = "604800000"

        @Test(.timeLimit(.minutes(20)))
        func `what is missing is made once, as it should be, and a look changes nothing`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let plan = try topics.topics("plan", "--json", "--partitions", "3")
                let before = (check: try topics.topics("check"), counts: try topics.counts())
                let apply = try topics.topics("apply", "--partitions", "3")
                let (settings, counts) = (try topics.settings(), try topics.counts())
                let again = try topics.topics("apply", "--partitions", "5", "--json")
                let after = (check: try topics.topics("check"), settings: try topics.settings())
                return (
                    plan: plan, before: before, apply: apply, settings: settings, counts: counts, again: again,
                    after: after, prefix: topics.prefix
                )
            }
            let missing: Set = ["uploads", "connections", "state", "webhook-dispatch", "dead-letter"]
            #expect(run.plan.status == 0 && run.before.check.status == 1 && run.before.counts.isEmpty)
            #expect(run.plan.wrong(without: run.prefix).isSuperset(of: missing.map { "\($0) partitions" }))
            #expect(run.plan.output.contains(#"\#(run.prefix)state","setting":"partitions","found":null,"wanted":3,"#))
            #expect(run.apply.status == 0 && run.apply.errors.contains("\(run.prefix)state is made"), "\(run.apply)")
            #expect(run.counts["dead-letter"] == 1 && run.counts.values.sorted() == [1, 1, 3, 3, 3, 3, 3])
            #expect(run.counts["webhook-state"] == 3 && run.counts["webhook-dead-letter"] == 1)
            #expect(run.settings["uploads"]?["retention.ms"] == Self.week)
            #expect(run.settings["state"]?["delete.retention.ms"] == Self.week)
            for name in ["state", "connections"] {
                #expect(run.settings[name]?["cleanup.policy"] == "compact")
                #expect(run.settings[name]?["max.compaction.lag.ms"] == Self.week)
            }
            #expect(run.settings["dead-letter"]?["max.message.bytes"] == "1114124")
            #expect(run.again.status == 0 && run.again.errors.isEmpty, "\(run.again)")
            #expect(!run.again.output.contains(#""verdict":"wrong""#) && !run.again.output.contains("unusual"))
            #expect(run.after.check.status == 0 && run.after.settings == run.settings)
        }

        @Test(.timeLimit(.minutes(20)))
        func `apply asks, alters what is wrong, and leaves every other setting as it was`() async throws {
            let own = ["segment.ms": "3600001", "file.delete.delay.ms": "61000"]
            func with(_ settings: [String: String]) -> [String: String] { own.merging(settings) { $1 } }
            let planted: [(name: String, partitions: Int32, settings: [String: String])] = [
                (
                    "uploads", 3,
                    with(["retention.ms": "3600000", "retention.bytes": "9000", "cleanup.policy": "compact,delete"])
                ),
                ("connections", 3, with(["cleanup.policy": "compact,delete"])),
                (
                    "state", 3,
                    with(["cleanup.policy": "delete", "max.message.bytes": "1000", "delete.retention.ms": "5"])
                ),
                ("webhook-dispatch", 2, with(["max.message.bytes": "2000", "cleanup.policy": "compact"])),
                ("dead-letter", 1, with(["max.message.bytes": "3000", "cleanup.policy": "compact"])),
                ("documents", 3, with(["cleanup.policy": "delete", "max.message.bytes": "4000"])),
                ("mine", 1, with(["cleanup.policy": "delete", "max.message.bytes": "1000"])),
            ]
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.make(
                    planted.map {
                        NewTopic(topics.prefix + $0.name, partitions: $0.partitions, settings: $0.settings)
                    }
                )
                let check = try topics.topics("check", "--json", "--output-topics", "single")
                let before = try topics.settings()
                let plan = try topics.topics("plan", "--output-topics", "single")
                let planned = try topics.settings()
                let apply = try topics.topics("apply", "--output-topics", "single")
                let after = (
                    settings: try topics.settings(), check: try topics.topics("check", "--output-topics", "single"),
                    counts: try topics.counts()
                )
                let again = try topics.topics("apply", "--output-topics", "single")
                return (
                    check: check, before: before, plan: plan, planned: planned, apply: apply, after: after,
                    again: again, prefix: topics.prefix
                )
            }
            let wrong: Set = [
                "uploads retention.ms", "uploads retention.bytes", "uploads cleanup.policy",
                "connections cleanup.policy", "state cleanup.policy", "state max.message.bytes",
                "webhook-dispatch max.message.bytes", "webhook-dispatch cleanup.policy",
                "dead-letter max.message.bytes", "dead-letter cleanup.policy", "documents cleanup.policy",
                "documents max.message.bytes",
            ]
            #expect(run.check.status == 1 && run.check.wrong(without: run.prefix) == wrong, "\(run.check.output)")
            #expect(run.plan.status == 0 && run.plan.errors.isEmpty && run.planned == run.before, "\(run.plan)")
            #expect(run.apply.status == 0, "\(run.apply)")
            #expect(run.apply.errors.contains("\(run.prefix)state: cleanup.policy from delete to compact"))
            #expect(run.after.check.status == 0 && run.again.status == 0 && run.again.errors.isEmpty, "\(run.again)")
            for (name, partitions, _) in planted {
                let altered = Set(
                    wrong.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
                )
                let (old, new) = (run.before[name] ?? [:], run.after.settings[name] ?? [:])
                #expect(Set(new.filter { old[$0.key] != $0.value }.keys) == altered, "\(name)")
                #expect(new.count == old.count && run.after.counts[name] == partitions)
            }
            #expect(run.after.settings["uploads"]?["retention.ms"] == Self.week)
            #expect(run.after.settings["connections"]?["cleanup.policy"] == "compact")
        }

        @Test(.timeLimit(.minutes(20)))
        func `partitions that do not fit stay, and the status says that something is wrong`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let names = topics.names
                try topics.make([
                    NewTopic(names.uploads, partitions: 3),
                    NewTopic(names.connections, partitions: 2, settings: ["cleanup.policy": "compact"]),
                    NewTopic(names.state, partitions: 4, settings: ["cleanup.policy": "compact"]),
                ])
                let apply = try topics.topics("apply", "--json")
                return (apply: apply, counts: try topics.counts(), prefix: topics.prefix)
            }
            #expect(run.apply.status == 1)
            #expect(run.apply.wrong(without: run.prefix) == ["connections partitions", "state partitions"])
            #expect(
                run.counts == [
                    "uploads": 3, "connections": 2, "state": 4, "webhook-dispatch": 3, "dead-letter": 1,
                    "webhook-state": 3, "webhook-dead-letter": 1,
                ]
            )
        }

        @Test(.timeLimit(.minutes(20)))
        func `input topics of another prefix are looked at, and neither made nor altered`() async throws {
            let run = try await onBroker { node in
                let live = try RunTopics(node.bootstrapServers)
                let other = live.replayed
                let missing = try other.topics("apply", "--json", "--input-prefix", live.prefix)
                let none = try live.counts()
                try live.make([
                    NewTopic(live.names.uploads, partitions: 3, settings: ["retention.ms": "1000"]),
                    NewTopic(live.names.connections, partitions: 3, settings: ["cleanup.policy": "compact"]),
                ])
                let apply = try other.topics("apply", "--json", "--input-prefix", live.prefix)
                return (
                    missing: missing, none: none, apply: apply, settings: try live.settings(),
                    counts: try other.counts(), prefix: live.prefix
                )
            }
            #expect(run.missing.status == 1 && run.none.isEmpty)
            let inputs: Set = ["uploads partitions", "connections partitions"]
            #expect(run.missing.wrong(without: run.prefix).isSuperset(of: inputs))
            #expect(run.apply.status == 1 && run.settings["uploads"]?["retention.ms"] == "1000")
            #expect(run.apply.wrong(without: run.prefix).contains("uploads retention.ms"))
            let own: Set = ["state", "webhook-dispatch", "dead-letter", "webhook-state", "webhook-dead-letter"]
            #expect(Set(run.counts.keys) == own)
        }

        @Test(.timeLimit(.minutes(20)))
        func `for a replay's topics it wants to be told where the uploads are, and makes none of its own`() async throws
        {
            let run = try await onBroker { node in
                let live = try RunTopics(node.bootstrapServers)
                let other = live.replayed
                try live.create()
                try other.make([NewTopic(other.names.replay, partitions: 1, settings: ["cleanup.policy": "compact"])])
                let request = ReplayRequest(
                    into: other.prefix,
                    livePrefix: live.prefix,
                    inputPrefix: live.prefix,
                    group: other.group,
                    beganMilliseconds: 7,
                    asked: [:],
                    range: ReplayRange(uploads: [], connections: [])
                )
                let record = ReplayRecord.Entry.request(request).record(atMilliseconds: 5)
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                try producer.send(other.names.replay, key: record.key, record.value)
                try producer.flush(timeoutMilliseconds: 20_000)
                let refused = try other.topics("apply")
                let before = try other.counts()
                let apply = try other.topics("apply", "--input-prefix", live.prefix)
                return (refused: refused, before: before, apply: apply, counts: try other.counts(), input: live.prefix)
            }
            #expect(run.refused.status == 64 && run.refused.lastError.contains("give --input-prefix \(run.input) too"))
            #expect(Set(run.before.keys) == ["replay"])
            #expect(run.apply.status == 0, "\(run.apply)")
            let own: Set = ["state", "webhook-dispatch", "dead-letter", "webhook-state", "webhook-dead-letter"]
            #expect(Set(run.counts.keys) == own.union(["replay"]))
            #expect(run.counts["state"] == 3 && run.counts["replay"] == 1)
        }
    }
}
