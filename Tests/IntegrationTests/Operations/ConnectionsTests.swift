import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// `connections`: settings are written where workers look for them, and shown as workers have them.
    @Suite struct Connections {
        private static let loopback =
            #"{"connection_id":"conn-7","callback_url":"http://127.0.0.1:8099/hook","note":1.50}"#

        private static func run(
            _ topics: RunTopics,
            _ words: [String],
            input: String = ""
        ) throws -> CommandProcess.Ending {
            try topics.command(["connections"] + words, input: input).ending()
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings are read by workers before the command ends, and shown as they were written`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let none = try Self.run(topics, ["get", "conn-7"])
                let lines = [
                    #"{"connection_id":"conn-7", "callback_url":"https://a.example/"}"#,
                    #"{"connection_id":"conn-1"}"#,
                    #"{"connection_id":"b","callback_url":"https://b.example/","background_delivery":[]}"#,
                ]
                let put = try Self.run(topics, ["put"], input: lines.joined(separator: "\n"))
                let list = try Self.run(topics, ["list"])
                let background = try Self.run(topics, ["list", "--background"])
                let close = try Self.run(topics, ["close", "conn-7", "--timeout", "5min"])
                // The worker has read that it is closed, so that this one is refused.
                try topics.upload([topics.steps(7, connection: "conn-7")])
                #expect(try topics.waitUntilRead())
                let get = try Self.run(topics, ["get", "conn-7"])
                #expect(worker.stop() == 0)
                return (
                    none: none, lines: lines, put: put, list: list, background: background, close: close, get: get,
                    letters: try topics.read(topics.names.deadLetters).map { $0.headers["fork-error-code"] }
                )
            }
            #expect(run.none.status == 1 && run.none.lastError.contains("has no settings") && run.none.output.isEmpty)
            #expect(run.put.status == 0 && run.put.lastError.contains("3 connections (3 new)"), "\(run.put.errors)")
            #expect(run.list.status == 0 && run.list.lines.map(String.init) == [2, 1, 0].map { run.lines[$0] })
            #expect(run.background.lines.map(String.init) == [run.lines[0]])
            #expect(run.close.status == 0 && run.close.lastError.contains("have read it"), "\(run.close.errors)")
            let closed = #"{"connection_id":"conn-7","callback_url":"https://a.example/","closed":true,"offset":"#
            #expect(run.get.status == 0 && run.get.output.hasPrefix(closed), "\(run.get.output)")
            #expect(run.letters == ["connectionIsClosed"])
        }

        @Test(.timeLimit(.minutes(20)))
        func `one wrong line, and nothing is written`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let lines = #"{"connection_id":"a"}"# + "\n" + #"{"connection_id":"b","closed":1}"#
                let ending = try Self.run(topics, ["put", "--no-wait"], input: lines)
                return (ending: ending, records: try topics.read(topics.names.connections))
            }
            #expect(run.ending.status == 64 && run.ending.errors.contains("standard input:2: "), "\(run.ending.errors)")
            #expect(run.records.isEmpty)
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `a record goes where settings are, or else uploads, or else where murmur2 says`(fromFile: Bool)
            async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 8)
                let forget = ForgetTopics(run: topics)
                let settings = [
                    ("set", #"{"connection_id":"set","app_id":"x"}"#), ("both", #"{"connection_id":"both"}"#),
                ]
                try forget.produce(settings, to: topics.names.connections, partition: Self.stray("set"))
                try forget.produce([("both", "{}")], to: topics.names.uploads, partition: Self.stray("both"))
                try forget.produce([("up", "{}")], to: topics.names.uploads, partition: Self.stray("up"))
                let ids = ["set", "both", "up", "nobody"]
                if fromFile {
                    let lines = ids.map { #"{"connection_id":"\#($0)","closed":true}"# }.joined(separator: "\n")
                    let ending = try Self.run(topics, ["put", "--no-wait"], input: lines)
                    #expect(ending.status == 0, "\(ending.errors)")
                } else {
                    for id in ids {
                        let ending = try Self.run(topics, ["close", id, "--no-wait"])
                        #expect(ending.status == 0, "\(ending.errors)")
                    }
                }
                let records = try topics.read(topics.names.connections).filter { $0.value?.contains("closed") == true }
                return records.reduce(into: [:]) { $0[$1.key] = $1 }
            }
            #expect(run["set"]?.partition == Self.stray("set") && run["both"]?.partition == Self.stray("set"))
            #expect(run["up"]?.partition == Self.stray("up"))
            #expect(run["nobody"]?.partition == Murmur2.partition(of: Array("nobody".utf8), count: 8))
            // A line takes the place of what is there; a single field does not.
            #expect(run["set"]?.value?.contains("app_id") == !fromFile)
        }

        /// A partition where murmur2 puts none of the connections.
        private static func stray(_ id: String) -> Int32 {
            let taken = Set(["set", "both", "up", "nobody"].map { Murmur2.partition(of: Array($0.utf8), count: 8) })
            let free = (0..<8 as Range<Int32>).filter { !taken.contains($0) }
            return id == "up" ? free[1] : free[0]
        }

        @Test(.timeLimit(.minutes(20)))
        func `a callback to loopback that is there stays, is shown, and can be closed`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.produce([("conn-7", Self.loopback)], to: topics.names.connections)
                let list = try Self.run(topics, ["list", "--background"])
                let refused = try Self.run(topics, ["put", "conn-7", "--set", "callback_url=http://127.0.0.1:1/"])
                let close = try Self.run(topics, ["close", "conn-7", "--no-wait"])
                let get = try Self.run(topics, ["get", "conn-7", "--json"])
                let allowed = try Self.run(
                    topics,
                    ["put", "a", "--set", "callback_url=http://[::1]:1/", "--allow-loopback-callbacks", "--no-wait"]
                )
                return (list: list, refused: refused, close: close, get: get, allowed: allowed)
            }
            #expect(run.list.lines.map(String.init) == [Self.loopback])
            #expect(run.refused.status == 64 && run.refused.lastError.contains("https"), "\(run.refused.errors)")
            #expect(run.close.status == 0 && run.allowed.status == 0, "\(run.close.errors) \(run.allowed.errors)")
            #expect(run.get.output.contains("127.0.0.1:8099") && run.get.output.contains(#""closed":true"#))
        }

        @Test(.timeLimit(.minutes(20)))
        func `what workers refuse is told, and the settings before stay in effect`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let first = try Self.run(topics, ["put", "conn-7", "--set", "app_id=x", "--timeout", "5min"])
                let words = ["--set", "callback_url=http://127.0.0.1:1/", "--allow-loopback-callbacks"]
                let second = try Self.run(topics, ["put", "conn-7", "--timeout", "5min"] + words)
                let get = try Self.run(topics, ["get", "conn-7"])
                let list = try Self.run(topics, ["list"])
                let third = try Self.run(topics, ["put", "conn-7", "--set", "user_id=u", "--timeout", "5min"])
                #expect(worker.stop() == 0)
                return (
                    first: first, second: second, get: get, list: list, third: third,
                    last: try Self.run(topics, ["list"])
                )
            }
            #expect(run.first.status == 0 && run.third.status == 0, "\(run.first.errors) \(run.third.errors)")
            #expect(run.second.status == 1 && run.second.lastError.contains("have refused the settings of conn-7"))
            #expect(
                run.get.output.hasPrefix(#"{"connection_id":"conn-7","app_id":"x","offset":0,"#),
                "\(run.get.output)"
            )
            #expect(run.list.output == #"{"connection_id":"conn-7","app_id":"x"}"# + "\n")
            #expect(run.last.output == #"{"connection_id":"conn-7","app_id":"x","user_id":"u"}"# + "\n")
        }
    }
}
