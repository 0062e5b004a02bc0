import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// A letter is redriven once, whatever happens to whoever does it.
    @Suite struct RedrivingOnce {
        /// Letters of whole records, and of three elements each of others.
        static func write(_ count: Int, _ topics: RunTopics) throws {
            try topics.produce(
                (0..<count).map { number in
                    (
                        key: "c",
                        value:
                            #"{"upload_id":"x","connection_id":"c","collected_at":"2024-05-01T08:00:00Z","number":\#(number)}"#
                    )
                },
                to: topics.names.uploads
            )
            let letters = (0..<count).flatMap { number in
                number.isMultiple(of: 2)
                    ? [RefusedLetter(original: number, value: "whole \(number)")]
                    : (0..<3).map { RefusedLetter(original: number, path: "/samples/\($0)", value: "\(number)") }
            }
            try topics.write(letters: letters, timestamps: try topics.timestamps(of: topics.names.uploads))
        }

        /// What was sent beside the originals: of each original the value that a letter of it holds.
        static func sent(_ topics: RunTopics) throws -> [String] {
            try topics.read(topics.names.uploads).filter { $0.headers["fork-redrive"] != nil }.map { $0.value ?? "" }
        }

        static func isEachOnce(_ sent: [String], _ count: Int) -> Bool {
            let wholes = sent.filter { $0.hasPrefix("whole ") }
            let uploads = sent.filter { !$0.hasPrefix("whole ") }
            return Set(wholes).count == wholes.count && Set(uploads).count == uploads.count
                && wholes.count == (count + 1) / 2 && uploads.count == count / 2
                && uploads.allSatisfy { $0.firstMatch(of: /"samples":\[([0-9]+),\1,\1\]}$/) != nil }
        }

        @Test(.timeLimit(.minutes(20)))
        func `killed and interrupted in the middle of many, it goes on where it was`() async throws {
            let count = 12_000
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try Self.write(count, topics)
                var before: [Int] = []
                var interrupted: CommandProcess.Ending?
                for round in 0..<3 {
                    let begun = try topics.end(of: topics.names.uploads)
                    let command = try topics.lettersCommand(["redrive", "--code", "invalidValue"])
                    while command.isRunning, try topics.end(of: topics.names.uploads) < begun + 300 { usleep(5_000) }
                    if round == 1 {
                        command.interrupt()
                        interrupted = try command.ending()
                    } else {
                        command.kill()
                    }
                    before.append(try Self.sent(topics).count)
                }
                let last = try topics.letters(["redrive", "--code", "invalidValue"])
                let none = try topics.letters(["redrive", "--code", "invalidValue"])
                return (
                    before: before, interrupted: interrupted, last: last, none: none, sent: try Self.sent(topics),
                    open: try topics.places([]).count, count: count
                )
            }
            #expect(run.before[0] < count && run.before[1] < count, "\(run.before)")
            #expect(run.interrupted?.status == 1)
            #expect(
                run.interrupted?.errors.contains("run the command again for the rest") == true,
                "\(run.interrupted?.errors ?? "")"
            )
            #expect(run.last.status == 0, "\(run.last.errors)")
            #expect(Self.isEachOnce(run.sent, count), "\(run.before) \(run.sent.count)")
            #expect(run.open == 0 && run.none.status == 0 && run.none.lines.isEmpty)
        }

        @Test(.timeLimit(.minutes(20)))
        func `of two at once each letter is redriven by one`() async throws {
            let count = 6_000
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try Self.write(count, topics)
                let begun = try topics.end(of: topics.names.uploads)
                let first = try topics.lettersCommand(["redrive", "--code", "invalidValue"])
                while first.isRunning, try topics.end(of: topics.names.uploads) < begun + 300 { usleep(5_000) }
                let second = try topics.lettersCommand(["redrive", "--code", "invalidValue"])
                let endings = [try first.ending(), try second.ending()]
                return (endings: endings, sent: try Self.sent(topics), open: try topics.places([]).count)
            }
            #expect(run.endings[1].status == 0, "\(run.endings.map(\.errors))")
            #expect(
                run.endings[0].status == 1 && run.endings[0].errors.contains("another process"),
                "\(run.endings[0].errors)"
            )
            #expect(Self.isEachOnce(run.sent, count), "\(run.sent.count)")
            #expect(run.open == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a mark behind somebody's open transaction counts`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.write(letters: (0..<3).map { RefusedLetter(original: $0, value: "\($0)") })
                let name = topics.names.deadLetters
                let worker = try node.transactionalProducer("worker-\(topics.prefix)", topics: [name])
                try worker.beginTransaction()
                try worker.send(name, 1)
                try worker.flush(timeoutMilliseconds: 20_000)
                // Somebody has redriven one meanwhile, and the transaction hides it from readers.
                let marker = try node.transactionalProducer("marker-\(topics.prefix)", topics: [name])
                try marker.beginTransaction()
                let headers = RecordHeaders()
                headers.add("fork-redriven", "0:1")
                try marker.produce(to: name, partition: 0, key: nil, value: nil, headers: headers)
                try marker.commitTransaction()
                let command = try topics.lettersCommand(["redrive", "--code", "invalidValue"])
                // One that did not wait would be done by then, mostly: the test can't fail for being slow.
                usleep(3_000_000)
                let isWaiting = command.isRunning
                let early = try topics.end(of: topics.names.uploads)
                try worker.abortTransaction()
                let ending = try command.ending()
                return (
                    isWaiting: isWaiting, early: early, ending: ending,
                    sent: try topics.read(topics.names.uploads).map { $0.value ?? "" }
                )
            }
            #expect(run.isWaiting && run.early == 0)
            #expect(run.ending.status == 0, "\(run.ending.errors)")
            #expect(run.sent == ["0", "2"])
        }
    }
}

/// On a node of its own, which is killed.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("redrive-cut"))
struct RedriveCutTests {
    @Test(.timeLimit(.minutes(20)))
    func `cut off from the broker it ends within half a minute, and goes on when that is back`() async throws {
        let count = 12_000
        let run = try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create(partitions: 1)
            try BrokerTests.RedrivingOnce.write(count, topics)
            let begun = try topics.end(of: topics.names.uploads)
            let command = try topics.lettersCommand(["redrive", "--code", "invalidValue"])
            while command.isRunning, try topics.end(of: topics.names.uploads) < begun + 300 { usleep(5_000) }
            let wasRunning = command.isRunning
            try node.kill()
            let first = try command.ending()
            try node.restart()
            let second = try topics.letters(["redrive", "--code", "invalidValue"])
            return (
                wasRunning: wasRunning, first: first, second: second,
                sent: try BrokerTests.RedrivingOnce.sent(topics), open: try topics.places([]).count
            )
        }
        #expect(run.wasRunning && run.first.status == 1)
        // It has waited for its records, or for brokers that have not answered before.
        let waits = ["has answered for 12 s", "has answered for 25 s"]
        #expect(waits.contains { run.first.errors.contains($0) }, "\(run.first.errors)")
        #expect(run.second.status == 0, "\(run.second.errors)")
        #expect(BrokerTests.RedrivingOnce.isEachOnce(run.sent, count), "\(run.sent.count)")
        #expect(run.open == 0)
    }
}
