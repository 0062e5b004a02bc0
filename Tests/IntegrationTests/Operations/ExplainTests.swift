import Foundation
import Testing

extension BrokerTests {
    /// `explain`: why documents say what they say, from the topics.
    @Suite struct ExplainedDocuments {
        /// The parsed lines of an explanation, without the last.
        private static func figures(_ ending: CommandProcess.Ending) throws -> [[String: Any]] {
            try ending.lines.dropLast().compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["connection", "single"])
        func `totals are the sums of their samples, and live documents do not differ`(routing: String) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let worker = topics.worker(0, ["--output-topics", routing, "--document-max-bytes", "1500"])
                try worker.startUntilReady()
                let settings = #"{"connection_id":"conn-1","time_zone":"Europe/Vilnius"}"#
                #expect(try topics.command(["send", "--to", "connections"], input: settings).ending().status == 0)
                #expect(try topics.waitUntilRead())
                try topics.upload(RunUpload.made(120, connections: 4, seed: 18))
                #expect(try topics.waitUntilRead())
                let route = ["--output-topics", routing]
                let documents = try topics.command(["documents", "conn-1"] + route).ending()
                let ids = try documents.lines.compactMap { line in
                    let document = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    return document?["id"] as? String
                }
                let explained = try ids.prefix(12).map { id in
                    try topics.command(["explain", "conn-1", id] + route).ending()
                }
                // By other rules, one of the nights is shorter than the live one.
                let nights = ids.filter { $0.hasPrefix("sleep/") }
                let apart = ["--sleep-threshold", "0s"]
                let others = try nights.map { try topics.command(["explain", "conn-1", $0] + route + apart).ending() }
                let none = try topics.command(["explain", "conn-1", "steps/1999-01-01"] + route).ending()
                let nobody = try topics.command(["explain", "nobody", "steps/2024-04-16"] + route).ending()
                #expect(worker.stop() == 0)
                return (explained: explained, others: others, none: none, nobody: nobody)
            }
            #expect(run.explained.count == 12)
            for ending in run.explained {
                #expect(ending.status == 0, "\(ending.errors)")
                #expect(ending.lines.last?.hasPrefix(#"{"explain":{"uploads":"#) ?? false)
                for figure in try Self.figures(ending) {
                    #expect(figure["live"] == nil, "\(figure)")
                    let samples = figure["samples"] as? [[String: Any]] ?? []
                    #expect(!samples.isEmpty)
                    let values = figure["values"] as? [String: Any] ?? [:]
                    guard let sum = values["sum"] as? Double else { continue }
                    let parts = samples.reduce(0.0) { total, sample in
                        total + (sample["value"] as? Double ?? 0) * (sample["share"] as? Double ?? 0)
                    }
                    #expect(abs(parts - sum) < 1e-6)
                }
            }
            let texts = run.others.filter { $0.status == 0 }.map(\.output)
            #expect(texts.contains { $0.contains(#","live":{"asleep":"#) }, "\(run.others.map(\.errors))")
            #expect(run.none.status == 1 && run.none.errors.contains("there are"), "\(run.none.errors)")
            #expect(run.nobody.status == 1 && run.nobody.errors.contains("no upload of nobody"), "\(run.nobody.errors)")
        }
    }
}
