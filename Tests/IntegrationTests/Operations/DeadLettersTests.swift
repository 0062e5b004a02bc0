import Foundation
import Testing
import Worker

extension BrokerTests {
    /// `dead-letters`: what a worker has refused, found and shown.
    @Suite struct DeadLetterCommands {
        @Test(.timeLimit(.minutes(20)))
        func `what was refused is listed with its place, counted, and shown with its value`() async throws {
            let upload =
                #"{"upload_id":"0F6E0000-0000-4000-8000-000000000001","connection_id":"a","collected_at":"2024-05-01T08:00:00Z","samples":[{"id":"nonsense","type":"HKQuantityTypeIdentifierStepCount"}]}"#
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.produce(
                    [(key: "b", value: "no json\u{1B}[2J"), (key: "a", value: upload)],
                    to: topics.names.uploads
                )
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                let commands = [
                    ["list", "--json"], ["list"], ["list", "--summary", "--json"],
                    ["list", "--connection", "a", "--json"],
                    ["list", "--upload", "\(topics.names.uploads):0:0", "--json"], ["list", "--since", "2999-01-01"],
                    ["show", "0:999"],
                ]
                let endings = try commands.map { try topics.command(["dead-letters"] + $0).ending() }
                let first = try JSONSerialization.jsonObject(with: Data(endings[0].lines[0].utf8)) as? [String: Any]
                let place = first?["place"] as? String ?? ""
                let shown = try [["show", place, "--json"], ["show", place]].map {
                    try topics.command(["dead-letters"] + $0).ending()
                }
                return (endings: endings, first: first?.mapValues { "\($0)" } ?? [:], shown: shown)
            }
            #expect(run.endings.map(\.status) == [0, 0, 0, 0, 0, 0, 1])
            #expect(run.endings.map(\.lines.count) == [2, 2, 2, 1, 1, 0, 0])
            #expect(Set(run.first.keys) == ["place", "time", "connection_id", "code", "path", "message", "state"])
            #expect(
                run.first["code"] == "decodingError" && run.first["connection_id"] == "b"
                    && run.first["state"] == "open"
            )
            #expect(run.endings[2].lines.first == #"{"code":"decodingError","count":1}"#)
            #expect(run.endings[3].output.contains(#""path":"/samples/0""#))
            #expect(run.endings[6].lastError.contains("is not a dead letter"))
            let whole = try JSONSerialization.jsonObject(with: Data(run.shown[0].output.utf8)) as? [String: Any]
            #expect(whole?["value"] as? String == "no json\u{1B}[2J")
            #expect((whole?["headers"] as? [String: String])?["fork-offset"] == "0")
            #expect(run.shown[1].output.contains("fork-error-code") && run.shown[1].output.contains("  no json·[2J"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `letters are counted by code, app, type and connection`() async throws {
            func upload(_ number: Int, _ connection: String, _ more: String, _ types: String...) -> String {
                let samples = types.map { #"{"id":"0F6E0000-0000-4000-8000-000000000001","type":"\#($0)"}"# }
                return
                    #"{"upload_id":"0F6E0000-0000-4000-8000-00000000000\#(number)","connection_id":"\#(connection)","#
                    + #""collected_at":"2024-05-01T08:00:00Z"\#(more),"samples":[\#(samples.joined(separator: ","))]}"#
            }
            let uploads = [
                (key: "a", value: upload(1, "a", #","app_id":"pulse 72""#, "HKFoo", "HKFoo", "HKBar")),
                (key: "b", value: upload(2, "b", #","app_id":"ring""#, "HKFoo", "b ar")),
                (key: "c", value: upload(3, "c", #","app_id":"other""#, "HKBar")), (key: "d", value: "no json"),
            ]
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.produce(
                    [(key: "c", value: #"{"connection_id":"c","app_id":"watch"}"#)],
                    to: topics.names.connections
                )
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.produce(uploads, to: topics.names.uploads)
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                let commands =
                    ["code", "app", "type", "connection"].map { ["--summary", "--by", $0, "--json"] }
                    + [["--summary", "--by", "type", "--limit", "1"], ["--limit", "2"]]
                return try commands.map { try topics.command(["dead-letters", "list"] + $0).ending() }
            }
            #expect(run.allSatisfy { $0.status == 0 }, "\(run.map(\.errors))")
            let expected = [
                [#"{"code":"invalidIdentifier","count":6}"#, #"{"code":"decodingError","count":1}"#],
                [#"{"app":null,"count":4}"#, #"{"app":"ring","count":2}"#, #"{"app":"watch","count":1}"#],
                [#"{"type":"HKFoo","count":3}"#, #"{"type":null,"count":2}"#, #"{"type":"HKBar","count":2}"#],
                ["a", "b", "c", "d"].map {
                    #"{"connection_id":"\#($0)","count":\#($0 == "a" ? 3 : $0 == "b" ? 2 : 1)}"#
                },
                ["HKFoo  3 dead letters"],
            ]
            for (ending, lines) in zip(run, expected) {
                #expect(ending.lines.map(String.init).sorted() == lines.sorted())
            }
            #expect(run[5].lines.count == 2 && run[5].output.contains("The type `HKFoo` is not"))
            #expect(run[5].lastError.contains("5 more dead letters: raise --limit"))
        }
    }
}
