import Foundation
import Kafka
import Operations
import Testing
import Worker

extension BrokerTests {
    /// `dead-letters redrive` and `park`: what a worker has refused goes through again.
    @Suite struct Redriving {
        /// An upload with a good sample and two whose units are wrong.
        private static let upload: String = {
            let samples = [("1", "count"), ("2", "mg/dL"), ("3", "furlong")].map { number, unit in
                #"{"id":"0F6E0000-0000-4000-8000-00000000000\#(number)","type":"HKQuantityTypeIdentifierStepCount","#
                    + #""start_date":"2024-04-30T0\#(number):00:00Z","value":10\#(number),"unit":"\#(unit)"}"#
            }
            return
                #"{"upload_id":"0F6E0000-0000-4000-8000-000000000009","connection_id":"a","user_id":"u","#
                + #""collected_at":"2024-05-01T08:00:00Z","samples":[\#(samples.joined(separator: ","))]}"#
        }()

        @Test(.timeLimit(.minutes(20)))
        func `a mended sample becomes part of the document, and a mark takes its letter out of the list`() async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.produce(
                    [(key: "b", value: "no json"), (key: "a", value: Self.upload)],
                    to: topics.names.uploads
                )
                #expect(try topics.waitUntilRead())
                let places = try topics.places(["--connection", "a"])
                let shown = try topics.letters(["show", places[1], "--json"])
                let mended = topics.directory.appending(path: "mended.json")
                let value = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
                let sample = (value?["value"] as? String ?? "").replacing("furlong", with: "count")
                try Data((sample + "\n").utf8).write(to: mended)
                let dry = try topics.letters(["redrive", places[1], "--value", mended.path, "--dry-run"])
                let untouched = try topics.read(topics.names.uploads).count
                let sent = try topics.letters(["redrive", places[1], "--value", mended.path, "--json"])
                let twice = try topics.letters(["redrive", places[1], "--value", mended.path])
                let unmended = try topics.letters(["redrive", "--upload", "\(topics.names.uploads):0:1"])
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                let parked = try topics.letters(["park", "--connection", "b"])
                return (
                    dry: dry, untouched: untouched, sent: sent, twice: twice, unmended: unmended, parked: parked,
                    list: try topics.letters(["list", "--json"]).lines.map(String.init),
                    all: try topics.letters(["list", "--all", "--json"]).lines.map(String.init),
                    documents: try topics.read("\(topics.prefix)connection.a"),
                    uploads: try topics.read(topics.names.uploads),
                    letters: try topics.read(topics.names.deadLetters)
                )
            }
            #expect(run.dry.status == 0 && run.untouched == 2, "\(run.dry.errors)")
            #expect(run.dry.lines.count == 1 && run.dry.lastError.contains("nothing was written"))
            #expect(run.sent.status == 0, "\(run.sent.errors)")
            #expect(run.sent.output.contains(#""state":"redriven""#) && run.sent.output.contains(#""redrive":1"#))
            #expect(run.twice.status == 1 && run.twice.errors.contains("--again"))
            #expect(run.unmended.status == 0 && run.parked.status == 0, "\(run.unmended.errors)")
            // The mended one, and then the other one as it was, which is refused again.
            #expect(run.uploads.map { $0.headers["fork-redrive"] } == [nil, nil, "1", "1"])
            let made = run.uploads[2]
            #expect(made.key == "a" && made.value?.contains(#""user_id":"u""#) == true)
            #expect(made.value?.contains(#""collected_at":"2024-05-01T08:00:00Z""#) == true)
            let steps = run.documents.filter { $0.key == "steps/2024-04-30" }.last?.value ?? ""
            #expect(steps.contains(#""quantity":204"#), "\(steps)")
            #expect(run.list.count == 1 && run.list[0].contains("/samples/0"))
            #expect(run.all.count == 4)
            #expect(run.all.count { $0.contains(#""state":"redriven""#) } == 2)
            #expect(run.all.count { $0.contains(#""state":"parked""#) } == 1)
            #expect(run.letters.compactMap { $0.headers["fork-redrive"] } == ["1"])
            let marks = run.letters.filter { $0.headers["fork-error-code"] == nil }
            #expect(marks.allSatisfy { $0.value == nil && $0.headers.count == 1 })
            #expect(marks.map(\.key) == ["a", "a", "b"])
        }

        @Test(.timeLimit(.minutes(20)))
        func `an upload that is gone needs a time, and what is too long or of no partition stays, and is told`()
            async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try node.set("max.message.bytes", to: "3000", of: topics.names.uploads)
                // Random, so that no compression makes it short enough.
                let noise = (0..<400).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
                try topics.write(letters: [
                    RefusedLetter(original: 77, path: "/samples/0", value: #"{"x":1}"#),
                    RefusedLetter(original: 78, value: noise), RefusedLetter(original: 79, value: "short"),
                    RefusedLetter(original: 80, partition: 1, value: "elsewhere"),
                ])
                let without = try topics.letters(["redrive", "0:0"])
                let missing = try topics.letters([
                    "redrive", "0:0", "0:99", "--collected-at", "2024-05-01", "--dry-run",
                ])
                let with = try topics.letters(["redrive", "--code", "invalidValue", "--collected-at", "2024-05-01"])
                return (
                    without: without, missing: missing, with: with,
                    uploads: try topics.read(topics.names.uploads).map { $0.value ?? "" },
                    open: try topics.places([])
                )
            }
            #expect(run.without.status == 1 && run.without.errors.contains("0:0: not redriven: "))
            #expect(run.without.errors.contains("--collected-at"))
            #expect(run.missing.status == 1 && run.missing.errors.contains("0:99: not redriven: is not a dead letter"))
            #expect(run.missing.lines.count == 1)
            #expect(run.with.status == 1 && run.with.errors.contains("0:1: not redriven: "), "\(run.with.errors)")
            #expect(run.with.errors.contains("max.message.bytes"))
            #expect(run.uploads.count == 2 && run.uploads.last == "short")
            let mended = #""collected_at":"2024-05-01T00:00:00.000Z","samples":[{"x":1}]"#
            #expect(run.uploads.first?.contains(mended) == true)
            #expect(run.with.errors.contains("0:3: not redriven: was refused in partition 1 of "))
            #expect(run.open == ["0:1", "0:3"])
        }

        @Test(.timeLimit(.minutes(20)))
        func `an upload with more faults than letters goes again whole, once, and all its letters are marked`()
            async throws
        {
            let samples = (0..<130).map { #"{"id":"x\#($0)"}"# }.joined(separator: ",")
            let upload =
                #"{"upload_id":"0F6E0000-0000-4000-8000-000000000009","connection_id":"a","#
                + #""collected_at":"2024-05-01T08:00:00Z","samples":[\#(samples)]}"#
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.produce([(key: "a", value: upload)], to: topics.names.uploads)
                #expect(try topics.waitUntilRead())
                let before = try topics.places([])
                let sent = try topics.letters(["redrive", before[100]])
                #expect(try topics.waitUntilRead())
                let after = try topics.places([])
                let parked = try topics.letters(["park", "--upload", "\(topics.names.uploads):0:1"])
                let none = try topics.letters(["park"] + after.prefix(2))
                let redriven = try topics.letters(["park", before[0]])
                #expect(worker.stop() == 0)
                return (
                    before: before, after: after, sent: sent, parked: parked, none: none, redriven: redriven,
                    uploads: try topics.read(topics.names.uploads).map { $0.value ?? "" }, open: try topics.places([])
                )
            }
            #expect(run.before.count == 101 && run.after.count == 101)
            #expect(Set(run.before).isDisjoint(with: run.after))
            #expect(run.sent.status == 0 && run.sent.lastError.contains("101 dead letters redriven as 1 record"))
            #expect(run.uploads == [upload, upload])
            #expect(
                run.parked.lastError.hasSuffix("101 dead letters parked") && run.open.isEmpty,
                "\(run.parked.errors)"
            )
            // What is parked already needs nothing; what was redriven is not to be put aside.
            #expect(run.none.status == 0 && run.none.lastError.hasSuffix("0 dead letters parked"))
            #expect(run.redriven.status == 1 && run.redriven.errors.contains("\(run.before[0]): not parked: "))
        }

        @Test(.timeLimit(.minutes(20)))
        func `letters of a replay are shown and not redriven`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.write(letters: [RefusedLetter(original: 0, value: "x")])
                let request = ReplayRequest(
                    into: topics.prefix,
                    livePrefix: "fork.",
                    inputPrefix: "fork.",
                    group: "g",
                    beganMilliseconds: 0,
                    asked: [:],
                    range: ReplayRange(uploads: [0..<1], connections: [0])
                )
                let name = ReplayRecord.topic(topics.prefix)
                try Admin(["bootstrap.servers": node.bootstrapServers])
                    .createTopics([NewTopic(name, partitions: 1)], timeoutMilliseconds: 60_000)
                try topics.produce([(key: "request", value: String(decoding: request.json, as: UTF8.self))], to: name)
                let refused = try topics.letters(["redrive", "0:0"])
                let shown = try topics.places([])
                try topics.produce([(key: "live", value: "{}")], to: name)
                return (refused: refused, shown: shown, live: try topics.letters(["redrive", "0:0"]))
            }
            #expect(run.refused.status == 1 && run.refused.errors.contains("is a replay"))
            #expect(run.shown == ["0:0"] && run.live.status == 0, "\(run.live.errors)")
        }
    }
}
