import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// `forget`: beside a worker whose part the test plays.
    @Suite struct Forgets {
        private static let forgotten = #"{"connection_id":"ab","forget":true}"#
        private static let ordered =
            #"{"connection_id":"ab","callback_url":"https://ab.example/","background_delivery":["sleep"],"forget":true}"#

        private static func forget(_ topics: RunTopics, _ words: String...) throws -> CommandProcess {
            try topics.command(["forget"] + words + ["ab"])
        }

        @Test(.timeLimit(.minutes(20)))
        func `a connection is named where it stands, and erased with what a worker leaves`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let before = try Self.forget(topics.run, "--check", "--json").ending()
                let unasked = try Self.forget(topics.run).ending()
                let early = try Self.forget(topics.run, "--yes", "--timeout", "1s").ending()
                let again = try Self.forget(topics.run, "--yes", "--timeout", "1s").ending()
                let ordered = try topics.settings()
                try topics.actAsWorker()
                let done = try Self.forget(topics.run, "--yes", "--json").ending()
                let check = try Self.forget(topics.run, "--check", "--json").ending()
                try topics.actAsWorker()
                let text = try Self.forget(topics.run, "--yes").ending()
                return (
                    topics: topics, before: before, unasked: unasked, waits: [early, again], ordered: ordered,
                    done: done,
                    check: check, text: text, settings: try topics.settings(), others: try topics.others(),
                    documents: try topics.run.read(topics.run.prefix + "documents"),
                    names: try topics.names()
                )
            }
            let prefix = run.topics.run.prefix
            #expect(run.before.status == 1, "\(run.before.errors)")
            #expect(
                run.before.lines
                    == [
                        #"{"topic":"\#(prefix)connection.ab","partition":0,"records":2,"live":1}"#,
                        #"{"topic":"\#(prefix)connections","partition":2,"records":1,"live":1}"#,
                        #"{"topic":"\#(prefix)dead-letter","partition":0,"records":1,"live":0}"#,
                        #"{"topic":"\#(prefix)documents","partition":2,"records":3,"live":2}"#,
                        #"{"topic":"\#(prefix)state","partition":2,"records":2,"live":2}"#,
                        #"{"topic":"\#(prefix)uploads","partition":2,"records":1,"live":0}"#,
                    ].map { Substring($0) }
            )
            #expect(run.unasked.status == 64 && run.unasked.lastError.contains("--yes"))
            #expect(run.waits.map(\.status) == [1, 1] && run.waits.allSatisfy { $0.lastError.contains("no worker") })
            #expect(run.ordered.map(\.value).suffix(1) == [Self.ordered] && run.ordered.count == 2)
            #expect(run.done.status == 0, "\(run.done.errors)")
            let last = try #require(run.done.lines.last)
            #expect(last.hasSuffix(#","topics":["\#(prefix)connection.ab"],"documents":2}}"#), "\(last)")
            let remaining = run.done.lines.dropLast().map { $0.prefix { $0 != "," } }
            #expect(
                remaining
                    == ["connections", "dead-letter", "documents", "state", "uploads"].map {
                        Substring(#"{"topic":"\#(prefix)\#($0)""#)
                    }
            )
            #expect(run.check.status == 0, "\(run.check.errors)")
            #expect(run.check.lines.allSatisfy { $0.hasSuffix(#""live":0}"#) } && run.check.lines.count == 4)
            // Done again it says the same, and writes nothing.
            #expect(run.text.status == 0 && run.text.output.contains("ab is forgotten"))
            #expect(run.settings.map(\.value) == run.ordered.map(\.value) + [Self.forgotten])
            #expect(run.settings.allSatisfy { $0.partition == 2 } && run.settings[1].time == run.settings[2].time)
            let deleted = run.documents.filter { $0.value == nil && $0.key.hasPrefix("ab/") }
            #expect(deleted.map(\.partition) == [2, 2, 2] && run.documents.count == 6)
            let headers = ["fork-op": "delete", "fork-type": "sleep", "fork-schema": "1", "fork-cause": "rules"]
            #expect(deleted.contains { $0.headers == headers })
            #expect(!run.names.contains("\(prefix)connection.ab") && run.names.contains("\(prefix)connection.abc"))
            #expect(run.others == 1)
        }

        @Test(.timeLimit(.minutes(20)))
        func `killed and interrupted while it waits, the same again goes on`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let killed = try Self.forget(topics.run, "--yes")
                try topics.waitForSettings(2)
                killed.kill()
                let interrupted = try Self.forget(topics.run, "--yes")
                // An interruption that comes before it looks for one ends it as a signal does.
                usleep(1_500_000)
                interrupted.interrupt()
                let ending = try interrupted.ending()
                let waiting = try Self.forget(topics.run, "--yes", "--json")
                try topics.actAsWorker()
                return (interrupted: ending, done: try waiting.ending(), settings: try topics.settings())
            }
            #expect(run.interrupted.status == 1 && run.interrupted.lastError.contains("interrupted"))
            #expect(run.done.status == 0, "\(run.done.errors)")
            #expect(run.settings.count == 3 && run.settings[1].time == run.settings[2].time)
        }

        @Test(.timeLimit(.minutes(20)))
        func `where nothing is known the record goes where uploads are, or else where murmur2 says`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let nothing = try topics.command(["forget", "--check", "ab"]).ending()
                try topics.create(partitions: 8)
                let forget = ForgetTopics(run: topics)
                try forget.produce([("up", "{}")], to: topics.names.uploads, partition: 5)
                let endings = try ["up", "nobody"].map {
                    try topics.command(["forget", "--yes", "--timeout", "0s", $0]).ending()
                }
                let records = try topics.read(topics.names.connections)
                return (nothing: nothing, endings: endings, records: records.sorted { $0.key < $1.key })
            }
            #expect(run.nothing.status == 1 && run.nothing.lastError.contains("--topic-prefix"))
            #expect(run.endings.map(\.status) == [1, 1])
            #expect(run.records.map(\.key) == ["nobody", "up"])
            #expect(run.records[0].value == #"{"connection_id":"nobody","forget":true}"#)
            // As the hash of Java's producers has it.
            #expect(run.records[0].partition == Murmur2.partition(of: Array("nobody".utf8), count: 8))
            #expect(run.records[1].partition == 5)
        }
    }
}
