import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// `diff`: two prefixes that got the same uploads, with the same rules or others.
    @Suite struct Diffs {
        private struct Line: Decodable, Equatable {
            struct Counts: Decodable, Equatable {
                let equal, changed, missing, extra: Int
            }

            struct Place: Decodable, Equatable {
                let path: String
            }

            let connectionId: String?
            let id: String?
            let kind: String?
            let paths: [Place]?
            let diff: Counts?
        }

        private static func lines(_ ending: CommandProcess.Ending) throws -> [Line] {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try ending.lines.map { try decoder.decode(Line.self, from: Data($0.utf8)) }
        }

        /// Two workers that read the same uploads, each under its prefix, and their documents as `transform` has them.
        private static func pair(
            _ node: BrokerNode,
            _ uploads: [RunUpload],
            _ rules: [String],
            others: [String]
        ) throws -> (live: RunTopics, other: RunTopics) {
            let pair = (live: try RunTopics(node.bootstrapServers), other: try RunTopics(node.bootstrapServers))
            for (topics, arguments) in [(pair.live, rules), (pair.other, others)] {
                try topics.create(partitions: 3)
                let worker = topics.worker(0, arguments)
                try worker.startUntilReady()
                try topics.upload(uploads)
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
            }
            return pair
        }

        @Test(
            .timeLimit(.minutes(20)),
            arguments: [
                ([], []), (["--output-topics", "single"], ["--output-topics", "app"]),
                (["--document-max-bytes", "1200"], ["--output-topics", "single", "--document-max-bytes", "1900"]),
            ] as [([String], [String])]
        )
        func `documents of the same uploads are equal, however they are shared and cut`(
            rules: [String],
            others: [String]
        ) async throws {
            let uploads = RunUpload.made(120, connections: 4, seed: 21)
            let run = try await onBroker { node in
                let pair = try Self.pair(node, uploads, rules, others: others)
                let diff = try pair.live.command(["diff", "--json", pair.other.prefix]).ending()
                let one = try pair.live.command(["diff", "--connection", "conn-1", "--json", pair.other.prefix])
                    .ending()
                let text = try pair.live.command(["diff", pair.other.prefix]).ending()
                return (diff: diff, one: one, text: text, prefix: pair.live.prefix)
            }
            let expected = try transformed(uploads, prefix: run.prefix)
            #expect(run.diff.status == 0, "\(run.diff.errors) \(run.diff.output)")
            let counts = try Self.lines(run.diff)
            #expect(counts.map(\.diff) == [Line.Counts(equal: expected.count, changed: 0, missing: 0, extra: 0)])
            let own = expected.keys.count { $0.contains("conn-1 ") }
            #expect(try Self.lines(run.one).map(\.diff?.equal) == [own] && own > 5)
            #expect(run.text.status == 0 && run.text.output.contains("total"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `with another threshold exactly the sessions differ that transform says`() async throws {
            let uploads = RunUpload.made(150, connections: 3, seed: 22)
            let others = ["--sleep-threshold", "3h"]
            let run = try await onBroker { node in
                let pair = try Self.pair(node, uploads, [], others: others)
                let diff = try pair.live.command(["diff", "--json", "--limit", "10000", pair.other.prefix]).ending()
                let few = try pair.live.command(["diff", "--json", "--limit", "3", pair.other.prefix]).ending()
                let text = try pair.live.command(["diff", pair.other.prefix]).ending()
                return (diff: diff, few: few, text: text, live: pair.live.prefix, other: pair.other.prefix)
            }
            let left = try transformed(uploads, prefix: "")
            let right = try transformed(uploads, prefix: "", others)
            var expected: [String] = []
            for name in Set(left.keys).union(right.keys).sorted() where left[name] != right[name] {
                let kind = left[name] == nil ? "extra" : right[name] == nil ? "missing" : "changed"
                expected.append("\(name.dropFirst("connection.".count)) \(kind)")
            }
            #expect(run.diff.status == 1, "\(run.diff.errors)")
            let lines = try Self.lines(run.diff)
            let names = lines.dropLast().map { "\($0.connectionId ?? "") \($0.id ?? "") \($0.kind ?? "")" }
            #expect(names == expected && expected.count > 5 && expected.allSatisfy { $0.contains(" sleep/") })
            #expect(lines.dropLast().allSatisfy { ($0.kind == "changed") == ($0.paths?.isEmpty == false) })
            let counts = try #require(lines.last?.diff)
            #expect(counts.changed + counts.missing + counts.extra == expected.count)
            #expect(counts.equal + counts.changed + counts.missing == left.count)
            #expect(try Self.lines(run.few).dropLast() == lines.prefix(3))
            #expect(run.text.status == 1 && run.text.output.contains("\ntotal  "))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a prefix that is live, or of which there is nothing, is not compared`() async throws {
            let run = try await onBroker { node in
                let live = try RunTopics(node.bootstrapServers)
                try live.create(partitions: 1)
                let other = try RunTopics(node.bootstrapServers)
                let nothing = try live.command(["diff", other.prefix]).ending()
                try other.create(partitions: 1)
                let empty = try live.command(["diff", other.prefix, "--json"]).ending()
                let record = ReplayRecord.Entry.live.record(atMilliseconds: 0)
                let topic = ReplayRecord.topic(other.prefix)
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(topic, partitions: 1)],
                    timeoutMilliseconds: 60_000
                )
                let texts = [record.key, record.value].map { String(decoding: $0, as: UTF8.self) }
                try other.produce([(key: texts[0], value: texts[1])], to: topic)
                return (nothing: nothing, empty: empty, live: try live.command(["diff", other.prefix]).ending())
            }
            #expect(run.nothing.status == 2 && run.nothing.lastError.contains("no topic begins with"))
            #expect(run.empty.status == 0)
            #expect(run.empty.lines == [#"{"diff":{"equal":0,"changed":0,"missing":0,"extra":0}}"#])
            #expect(run.live.status == 64 && run.live.lastError.contains("is live"))
        }
    }
}
