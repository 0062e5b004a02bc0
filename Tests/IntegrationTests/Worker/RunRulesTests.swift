import Foundation
import Testing
import Worker

extension BrokerTests {
    /// Rules that change while a group runs.
    @Suite struct RunRules {
        @Test(.timeLimit(.minutes(10)))
        func `documents become what new rules make, exactly once, while uploads go on and workers die`() async throws {
            let rules = ["--sleep-threshold", "10min", "--output-topics", "single", "--document-max-bytes", "2000"]
            let (result, records) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 10)
                let uploads = RunUpload.made(600, connections: 10, seed: 5)
                try topics.upload(uploads[..<400])
                let before = topics.worker(0)
                try before.start()
                var isRead = try topics.waitUntilRead(seconds: 60)
                let stopped = before.stop()
                let after = topics.worker(0, rules)
                try after.start()
                for part in 0..<4 {
                    try topics.upload(uploads[400 + part * 50..<450 + part * 50])
                    // In the midst of it, if it is not done yet.
                    let isBegun = after.says("rederivation_begun", times: part + 1, within: part == 0 ? 60 : 5)
                    #expect(isBegun || part > 0)
                    usleep(UInt32(part) * 50_000)
                    if part < 3 {
                        after.kill()
                        try after.start()
                    }
                }
                isRead = try topics.waitUntilRead(seconds: 60) && isRead
                let isDone = after.hasRederived()
                #expect(isDone, "\(after.lines.suffix(20))")
                let statuses = [stopped, after.stop()]
                let records = try topics.read(topics.prefix).filter { record in
                    record.topic.hasPrefix(topics.prefix + "connection.") || record.topic == topics.prefix + "documents"
                }
                let result = try RunResult(topics, uploads, isRead: isRead, statuses: statuses, rules: rules)
                return (result, records)
            }
            result.check("other rules")
            let caused = records.filter { $0.headers["fork-cause"] == "rules" }
            #expect(caused.contains { $0.value == nil && $0.topic.contains("connection.") })
            #expect(caused.allSatisfy { $0.headers["fork-upload"] == nil })
            #expect(records.allSatisfy { ($0.headers["fork-upload"] == nil) == ($0.headers["fork-cause"] == "rules") })
        }
    }
}
