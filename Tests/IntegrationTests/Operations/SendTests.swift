import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// `send`: every line as it stands, where Java's producers put it, in order, and no line is forgotten.
    @Suite struct Sends {
        private static func lines(_ count: Int, connections: Int) -> [String] {
            (0..<count).map { #"{"connection_id":"conn-\#($0 % connections)","number":\#($0)} "# }
        }

        @Test(.timeLimit(.minutes(20)))
        func `lines lie as they stand, by their connection, in order, where murmur2 puts them`() async throws {
            let lines = Self.lines(3_000, connections: 40)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 7)
                let file = topics.directory.appending(path: "lines")
                try Data((lines[..<1_000].joined(separator: "\n") + "\n").utf8).write(to: file)
                let rest = lines[1_000...].joined(separator: "\n")
                let ending = try topics.command(["send", file.path, "-"], input: rest).ending()
                return (ending: ending, records: try topics.read(topics.names.uploads))
            }
            #expect(run.ending.status == 0, "\(run.ending.errors)")
            #expect(run.ending.lastError.hasSuffix("3,000 lines sent to \(run.records[0].topic)"))
            let sent = Dictionary(grouping: lines.indices) { "conn-\($0 % 40)" }.mapValues { $0.map { lines[$0] } }
            let found = Dictionary(grouping: run.records, by: \.key)
            #expect(found.mapValues { $0.map { $0.value ?? "" } } == sent)
            for (key, records) in found {
                #expect(Set(records.map(\.partition)) == [Murmur2.partition(of: Array(key.utf8), count: 7)])
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `what is no upload is named with its place and left out, and what is too long too`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try node.set("max.message.bytes", to: "2000", of: topics.names.uploads)
                let file = topics.directory.appending(path: "mixed")
                // Random, so that no compression makes it short enough.
                let noise = (0..<400).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
                let lines = [
                    #"{"connection_id":"a"}"#, "[]", "", #"{"other":1}"#, #"{"connection_id":"b","noise":"\#(noise)"}"#,
                    #"{"connection_id":"c"}"#,
                ]
                try Data(lines.joined(separator: "\n").utf8).write(to: file)
                let plain = try topics.command(["send", file.path]).ending()
                let given = try topics.command(["send", "--connection", "x", file.path, "--skip", "3"]).ending()
                return (plain: plain, given: given, records: try topics.read(topics.names.uploads), path: file.path)
            }
            #expect(run.plain.status == 1)
            for line in [2, 3, 4, 5] { #expect(run.plain.errors.contains("\(run.path):\(line): not sent: ")) }
            #expect(run.plain.lastError.contains("2 lines sent") && run.plain.lastError.contains("4 lines left out"))
            #expect(run.given.status == 1 && run.given.errors.contains("\(run.path):5: not sent: "))
            #expect(run.records.map(\.key) == ["a", "c", "x", "c"])
        }

        @Test(.timeLimit(.minutes(20)), arguments: [true, false])
        func `interrupted, it says where to go on, and going on there leaves no gap`(isPipe: Bool) async throws {
            let lines = Self.lines(6_000, connections: 5)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let file = topics.directory.appending(path: "lines")
                try Data(lines.joined(separator: "\n").utf8).write(to: file)
                // A pipe that nobody writes to must not keep it from ending.
                let arguments = ["send", "--rate", "2000", file.path] + (isPipe ? ["-"] : [])
                let command = try topics.command(arguments, input: isPipe ? nil : "")
                // Of the pipe it waits for the first line, or it is in the midst of the file.
                try topics.waitForUploads(isPipe ? 6_000 : 500)
                command.interrupt()
                let first = try command.ending()
                let before = try topics.read(topics.names.uploads)
                let second = try topics.command(["send", file.path, "--skip", "\(first.skip ?? 0)"]).ending()
                let after = try topics.read(topics.names.uploads)
                return (first: first, before: before, second: second, after: after)
            }
            #expect(run.first.status == 1)
            let skip = try #require(run.first.skip, "\(run.first.errors)")
            #expect(skip > 0 && (isPipe || skip < 6_000))
            let before = Set(run.before.compactMap(\.value))
            let missing = lines[..<skip].filter { !before.contains($0) }
            #expect(
                missing.isEmpty,
                "skip \(skip), read \(run.before.count), missing \(missing.count): \(missing.prefix(2)) \(missing.suffix(2)) \(run.first.errors)"
            )
            #expect(run.second.status == 0)
            #expect(Set(run.after.compactMap(\.value)).count == lines.count)
            #expect(run.after.count <= lines.count + 100)
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings go to their topic, a check goes nowhere, a missing topic is named`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let missing = try topics.command(["send", "-"], input: #"{"connection_id":"a"}"#).ending()
                try topics.create(partitions: 2)
                let line = #"{"connection_id":"a","app_id":"x"}"#
                let checked = try topics.command(["send", "--dry-run", "--to", "connections"], input: line).ending()
                let nothing = try topics.read(topics.prefix).count
                let sent = try topics.command(["send", "--to", "connections"], input: line + "\n").ending()
                return (
                    missing: missing, checked: checked, nothing: nothing, sent: sent,
                    records: try topics.read(topics.names.connections), name: topics.names.uploads
                )
            }
            #expect(run.missing.status == 1 && run.missing.errors.contains(run.name) && run.missing.skip == 0)
            #expect(run.checked.status == 0 && run.checked.lastError.contains("1 line could be sent"))
            #expect(run.nothing == 0)
            #expect(run.sent.status == 0)
            #expect(run.records.map(\.value) == [#"{"connection_id":"a","app_id":"x"}"#])
        }
    }
}

/// On a node of its own, which is killed.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("send-cut"))
struct SendCutTests {
    @Test(.timeLimit(.minutes(20)))
    func `cut off from the broker it ends within half a minute, and says where to go on`() async throws {
        let lines = (0..<100_000).map { #"{"connection_id":"conn-\#($0 % 9)","number":\#($0)}"# }
        let run = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create(partitions: 3)
            let file = topics.directory.appending(path: "lines")
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            let command = try topics.command(["send", "--rate", "2000", file.path])
            try topics.waitForUploads(1_000)
            try node.kill()
            let first = try command.ending()
            try node.restart()
            let second = try topics.command(["send", file.path, "--skip", "\(first.skip ?? 0)"]).ending()
            return (first: first, second: second, records: try topics.read(topics.names.uploads))
        }
        #expect(run.first.status == 1)
        let skip = try #require(run.first.skip, "\(run.first.errors)")
        #expect(skip > 0 && skip < lines.count)
        #expect(run.first.errors.contains("has answered for 25 s"), "\(run.first.errors)")
        #expect(run.second.status == 0, "\(run.second.errors)")
        #expect(Set(run.records.compactMap(\.value)) == Set(lines))
    }
}
