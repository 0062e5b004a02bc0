import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// `forget` where settings are refused, written meanwhile or deleted, and where dead letters hold what was before.
    @Suite struct ForgetOrders {
        private static let forgotten = #"{"connection_id":"ab","forget":true}"#

        private static func forget(_ topics: RunTopics, _ words: String...) throws -> CommandProcess {
            try topics.command(["forget"] + words + ["ab"])
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that open the connection meanwhile are not overwritten`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let forget = try Self.forget(topics.run, "--yes")
                try topics.waitForSettings(2)
                let opened = #"{"connection_id":"ab","app_id":"y"}"#
                try topics.produce([("ab", opened)], to: topics.run.names.connections, partition: 2)
                try topics.actAsWorker()
                return (ending: try forget.ending(), opened: opened, settings: try topics.settings().map(\.value))
            }
            #expect(run.ending.status == 1 && run.ending.lastError.contains("has reopened"), "\(run.ending.errors)")
            #expect(run.settings.count == 3 && run.settings.last == run.opened)
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that a worker has refused are written once more, without anything of those before`() async throws
        {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let forget = try Self.forget(topics.run, "--yes")
                try topics.waitForSettings(2)
                try topics.refuseNewestSettings()
                try topics.waitForSettings(3)
                try topics.actAsWorker()
                return (ending: try forget.ending(), settings: try topics.settings().map(\.value))
            }
            #expect(run.ending.status == 0, "\(run.ending.errors)")
            #expect(run.settings[1].contains("callback_url") && run.settings[1].contains("forget"))
            #expect(Array(run.settings[2...]) == [Self.forgotten])
        }

        @Test(.timeLimit(.minutes(20)))
        func `open letters of what was before are put aside, and nobody redrives them`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                try topics.refuseNewestSettings()
                let forget = try Self.forget(topics.run, "--yes", "--json")
                try topics.waitForSettings(2)
                try topics.actAsWorker()
                let ending = try forget.ending()
                let before = try topics.settings().count
                let redrive = try topics.run.command(["dead-letters", "redrive", "--again", "--connection", "ab"])
                    .ending()
                let list = try topics.run.command(["dead-letters", "list", "--all", "--json"]).ending()
                let open = try topics.run.command(["dead-letters", "list", "--json", "--connection", "ab"]).ending()
                return (
                    ending: ending, redrive: redrive, list: list, open: open,
                    sent: try topics.settings().count - before,
                    marks: try topics.run.read(topics.run.names.deadLetters).compactMap { $0.headers["fork-parked"] }
                )
            }
            #expect(run.ending.status == 0, "\(run.ending.errors)")
            #expect(run.marks.count == 1 && run.sent == 0)
            #expect(run.list.lines.filter { $0.contains(#""state":"forgotten""#) }.count == 1, "\(run.list.output)")
            #expect(run.open.status == 0 && run.open.lines.isEmpty)
            #expect(run.redrive.output.isEmpty, "\(run.redrive.output)")
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that were deleted leave a warning, and are written anew`() async throws {
            let run = try await onBroker { node in
                let topics = try ForgetTopics(node)
                let first = try Self.forget(topics.run, "--yes")
                try topics.waitForSettings(2)
                try topics.actAsWorker()
                let done = try first.ending()
                let quiet = try Self.forget(topics.run, "--check").ending()
                try topics.produce([("ab", nil)], to: topics.run.names.connections, partition: 2)
                let warned = try Self.forget(topics.run, "--check").ending()
                let again = try Self.forget(topics.run, "--yes")
                // Before these are the first settings, two of the first command, and the deletion.
                try topics.waitForSettings(5)
                try topics.actAsWorker()
                return (
                    done: done, quiet: quiet, warned: warned, again: try again.ending(),
                    check: try Self.forget(topics.run, "--check").ending()
                )
            }
            #expect(run.done.status == 0 && run.again.status == 0, "\(run.done.errors) \(run.again.errors)")
            #expect(run.quiet.status == 0 && !run.quiet.errors.contains("warning"))
            #expect(run.warned.status == 0 && run.warned.errors.contains("a replay would bring them back"))
            #expect(run.check.status == 0 && !run.check.errors.contains("warning"))
        }
    }
}

extension ForgetTopics {
    /// What a worker does that refuses the newest settings of `ab`: a dead letter and the offset in one transaction.
    func refuseNewestSettings() throws {
        let place = TopicPartition(run.names.connections, 2)
        let producer = try Producer(["bootstrap.servers": run.servers, "transactional.id": "worker-\(run.prefix)"])
        try producer.initTransactions(timeoutMilliseconds: 60_000)
        try producer.beginTransaction()
        let reader = try Consumer(["bootstrap.servers": run.servers, "group.id": run.group])
        let end = try reader.watermarks(of: place, timeoutMilliseconds: 60_000).high
        let newest = try settings().last
        let headers = RecordHeaders(capacity: 5)
        headers.add("fork-error-code", "invalidValue")
        headers.add("fork-topic", place.topic)
        headers.add("fork-partition", "\(place.partition)")
        headers.add("fork-offset", "\(newest?.offset ?? 0)")
        headers.add("fork-timestamp", "\(newest?.time ?? 0)")
        let key = Array("ab".utf8)
        try producer.produce(
            to: run.names.deadLetters,
            partition: 0,
            key: key.span.rawBytes,
            value: nil,
            headers: headers
        )
        try retrying { () throws(KafkaError) in
            try producer.sendOffsets([place: end], group: try reader.groupMetadata(), timeoutMilliseconds: 60_000)
        }
        try producer.commitTransaction()
    }
}
