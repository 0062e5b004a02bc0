import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Changes of settings at once, on a condition, with nobody who reads them, and killed.
    @Suite struct ConnectionsOnce {
        private static func run(_ topics: RunTopics, _ words: String...) throws -> CommandProcess.Ending {
            try topics.command(["connections"] + words).ending()
        }

        /// A process that has begun to change settings as the command does.
        private static func rival(_ topics: RunTopics) throws -> Producer {
            let producer = try Producer([
                "bootstrap.servers": topics.servers, "transactional.id": "\(topics.group).connections",
            ])
            try producer.initTransactions(timeoutMilliseconds: 60_000)
            try producer.beginTransaction()
            return producer
        }

        private static func produce(_ value: String, _ topics: RunTopics, _ producer: borrowing Producer) throws {
            let (key, value) = (Array("ab".utf8), Array(value.utf8))
            try producer.produce(
                to: topics.names.connections,
                partition: 0,
                key: key.span.rawBytes,
                value: value.span.rawBytes
            )
        }

        @Test(.timeLimit(.minutes(20)))
        func `of changes of different fields at once none is lost`() async throws {
            let numbers = 0..<6
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let commands = try numbers.map { number in
                    try topics.command(["connections", "put", "ab", "--set", "f\(number)=\(number)", "--no-wait"])
                }
                let endings = try commands.map { try $0.ending() }
                return (endings: endings, get: try Self.run(topics, "get", "ab"))
            }
            for number in numbers {
                // A command that never got its turn says that nothing is written.
                let isWritten = run.endings[number].status == 0
                #expect(
                    run.get.output.contains(#""f\#(number)":\#(number)"#) == isWritten,
                    "\(run.endings[number].errors)"
                )
            }
            #expect(run.endings.allSatisfy { $0.status == 0 }, "\(run.endings.map(\.errors))")
            // That one command fences another is usual, and nothing to report.
            for words in ["TXNERR", "ADDPARTS", "concurrent operation"] {
                #expect(!run.endings.contains { $0.errors.contains(words) }, "\(run.endings.map(\.errors))")
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a change that began before, and has not ended, is undone`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let rival = try Self.rival(topics)
                try Self.produce(#"{"connection_id":"ab","app_id":"stale"}"#, topics, rival)
                try? rival.flush(timeoutMilliseconds: 60_000)
                let put = try Self.run(topics, "put", "ab", "--set", "user_id=u", "--no-wait")
                let failure = caught { () throws(KafkaError) in try rival.commitTransaction(timeoutMilliseconds: 60_000)
                }
                return (put: put, failure: failure, list: try Self.run(topics, "list"))
            }
            #expect(run.put.status == 0, "\(run.put.errors)")
            #expect(run.failure?.kind == .fenced)
            #expect(run.list.output == #"{"connection_id":"ab","user_id":"u"}"# + "\n")
        }

        @Test(.timeLimit(.minutes(20)))
        func `a change that began before a connection was erased does not open it again`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let rival = try Self.rival(topics.run)
                let forget = try topics.run.command(["forget", "--yes", "ab"])
                try topics.waitForSettings(2)
                try topics.actAsWorker()
                let ending = try forget.ending()
                let failure = caught { () throws(KafkaError) in
                    let (key, value) = (Array("ab".utf8), Array(#"{"connection_id":"ab"}"#.utf8))
                    try rival.produce(
                        to: topics.run.names.connections,
                        partition: 2,
                        key: key.span.rawBytes,
                        value: value.span.rawBytes
                    )
                    try rival.commitTransaction(timeoutMilliseconds: 60_000)
                }
                return (ending: ending, failure: failure, settings: try topics.settings().map(\.value))
            }
            #expect(run.ending.status == 0, "\(run.ending.errors)")
            #expect(run.failure?.kind == .fenced)
            #expect(run.settings.last == #"{"connection_id":"ab","forget":true}"#)
        }

        @Test(.timeLimit(.minutes(20)))
        func `on a condition only the settings that are meant change`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                func change(_ field: String, ifOffset: String) throws -> CommandProcess.Ending {
                    try Self.run(topics, "put", "ab", "--set", field, "--if-offset", ifOffset, "--no-wait")
                }
                let absent = try change("app_id=x", ifOffset: "0")
                let first = try change("app_id=x", ifOffset: "-1")
                let late = try change("app_id=y", ifOffset: "-1")
                let second = try change("app_id=y", ifOffset: "0")
                let stale = try Self.run(topics, "close", "ab", "--if-offset", "0", "--no-wait")
                // Settings that are wrong change nothing, and neither does their offset.
                try topics.produce([("ab", "no json")], to: topics.names.connections)
                let get = try Self.run(topics, "get", "ab")
                let third = try Self.run(topics, "close", "ab", "--if-offset", "2", "--no-wait")
                try ForgetTopics(run: topics).produce([("ab", nil)], to: topics.names.connections, partition: 0)
                let gone = try Self.run(topics, "get", "ab")
                let fourth = try change("app_id=z", ifOffset: "-1")
                return (
                    failed: [absent, late, stale, gone], done: [first, second, get, third, fourth], get: get,
                    list: try Self.run(topics, "list")
                )
            }
            #expect(run.done.allSatisfy { $0.status == 0 }, "\(run.done.map(\.errors))")
            #expect(run.failed.allSatisfy { $0.status == 1 }, "\(run.failed.map(\.errors))")
            #expect(run.failed[0].lastError.contains("there are no settings: nothing is written"))
            #expect(run.failed[2].lastError.contains("have offset 2: nothing is written"))
            #expect(run.get.output.hasPrefix(#"{"connection_id":"ab","app_id":"y","offset":2,"#), "\(run.get.output)")
            #expect(run.list.output == #"{"connection_id":"ab","app_id":"z"}"# + "\n")
        }

        @Test(.timeLimit(.minutes(20)))
        func `where no worker reads them, settings are written all the same, and the command says so`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let missing = try Self.run(topics, "put", "ab", "--set", "app_id=x")
                try topics.create(partitions: 1)
                let late = try Self.run(topics, "put", "ab", "--set", "app_id=x", "--timeout", "1s")
                let waiting = try topics.command(["connections", "put", "ab", "--set", "user_id=u", "--timeout", "1h"])
                let isThere = try eventually { try topics.read(topics.names.connections).count == 2 }
                waiting.interrupt()
                return (
                    missing: missing, late: late, isThere: isThere, interrupted: try waiting.ending(),
                    list: try Self.run(topics, "list")
                )
            }
            #expect(run.missing.status == 1 && run.missing.lastError.contains("connections is missing"))
            #expect(run.late.status == 1 && run.late.lastError.contains("ab (new) is written to"), "\(run.late.errors)")
            #expect(run.late.lastError.contains("within 1 s") && run.isThere)
            #expect(run.interrupted.status == 1 && run.interrupted.lastError.contains("ab is written to"))
            #expect(run.interrupted.lastError.contains("interrupted"), "\(run.interrupted.errors)")
            #expect(run.list.output == #"{"connection_id":"ab","app_id":"x","user_id":"u"}"# + "\n")
        }

        @Test(.timeLimit(.minutes(20)))
        func `killed at any moment, it has written everything or nothing, and the next one goes on`() async throws {
            let ids = (0..<500).map { "conn-\($0)" }
            let lines = ids.map { #"{"connection_id":"\#($0)"}"# }.joined(separator: "\n")
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                var counts: [Int] = []
                for delay in [150_000, 300_000, 450_000, 600_000, 900_000] as [UInt32] {
                    let command = try topics.command(["connections", "put", "--no-wait"], input: lines)
                    usleep(delay)
                    command.kill()
                    // What it left open is undone by the next one, at the latest.
                    _ = try Self.run(topics, "put", "other", "--set", "app_id=x", "--no-wait")
                    counts.append(try topics.read(topics.names.connections).count { $0.key != "other" })
                }
                let last = try topics.command(["connections", "put", "--no-wait"], input: lines).ending()
                return (counts: counts, last: last, list: try Self.run(topics, "list"))
            }
            #expect(run.counts.allSatisfy { $0 % 500 == 0 }, "\(run.counts)")
            #expect(run.last.status == 0 && run.list.lines.count == 501, "\(run.last.errors)")
        }

        @Test(.timeLimit(.minutes(20)))
        func `who was erased is named when settings open the connection again`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.produce([("ab", #"{"connection_id":"ab","forget":true}"#)], to: topics.names.connections)
                let kept = try Self.run(topics, "put", "ab", "--set", "app_id=x", "--no-wait")
                let file = try topics.command(["connections", "put", "--no-wait"], input: #"{"connection_id":"ab"}"#)
                    .ending()
                let instant = try Self.run(topics, "put", "ab", "--set", "forget=2024-04-26T08:15:00Z", "--no-wait")
                return (kept: kept, file: file, instant: instant, list: try Self.run(topics, "list"))
            }
            #expect([run.kept, run.file, run.instant].allSatisfy { $0.status == 0 }, "\(run.kept.errors)")
            #expect(run.file.errors.contains("warning: ab was erased"))
            #expect(!run.kept.errors.contains("warning") && !run.instant.errors.contains("warning"))
            #expect(run.list.output.contains(#""forget":"2024-04-26T08:15:00Z""#))
        }
    }
}
