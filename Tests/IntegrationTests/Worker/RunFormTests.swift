import Clients
import Formats
import Foundation
import Kafka
import Operations
import Randomness
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// Documents that also leave in other forms: in one transaction with the document, whatever happens.
    @Suite struct RunForms {
        private static let both = #","formats":["fhir","omh"]"#

        /// Settings of the connections `conn-0` to `conn-<count − 1>`, each with a callback.
        private static func configure(_ topics: RunTopics, _ count: Int, _ more: String) throws {
            let records = (0..<count).map { number in
                (
                    key: "conn-\(number)",
                    value: #"{"connection_id":"conn-\#(number)","callback_url":"https://e.com/"\#(more)}"#
                )
            }
            try topics.produce(records, to: topics.names.connections)
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["connection", "single"])
        func `killed at any moment, a document and its forms are never apart`(routing: String) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try Self.configure(topics, 4, Self.both)
                let uploads = RunUpload.made(240, connections: 6, seed: 31)
                var random = SeededRandom(seed: 31)
                let options = ["--output-topics", routing, "--document-max-bytes", "2000"]
                let worker = topics.worker(0, options)
                var apart: [String] = []
                for part in 0..<4 {
                    try worker.start()
                    try topics.upload(uploads[part * 60..<part * 60 + 60])
                    usleep(UInt32.random(in: 800_000...2_500_000, using: &random))
                    worker.kill()
                    apart += try FormTopics(topics, options).differences()
                }
                try worker.start()
                let isRead = try topics.waitUntilRead()
                let found = try FormTopics(topics, options)
                apart += found.differences()
                return (
                    isRead: isRead, status: worker.stop(), apart: apart, found: found,
                    expected: try transformed(uploads, prefix: topics.prefix, options)
                )
            }
            #expect(run.isRead && run.status == 0)
            #expect(run.apart.isEmpty, "\(run.apart.prefix(3))")
            #expect(run.found.documents.count == run.expected.count && run.expected.count > 50)
            #expect(run.found.forms.count > 50)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a list that changes makes and withdraws forms, and a topic that was deleted is filled again`()
            async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try Self.configure(topics, 2, "")
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.upload(RunUpload.made(40, connections: 2, seed: 32))
                #expect(try topics.waitUntilRead())
                var counts: [Int] = []
                var jobs = Set([try topics.read(topics.names.jobs).count])
                for formats in [#","formats":["fhir"]"#, Self.both, #","formats":["omh"]"#] {
                    try Self.configure(topics, 2, formats)
                    #expect(try topics.waitUntilRead())
                    _ = try eventually { try FormTopics(topics, []).differences(formats).isEmpty }
                    let found = try FormTopics(topics, [])
                    #expect(found.differences(formats).isEmpty)
                    counts.append(found.forms.count)
                    jobs.insert(try topics.read(topics.names.jobs).count)
                }
                try node.deleteTopics(["\(topics.prefix)omh.conn-0"])
                try topics.upload([topics.steps(7, day: 14)])
                #expect(try topics.waitUntilRead())
                let isFilled = try eventually {
                    try FormTopics(topics, []).differences(#","formats":["omh"]"#).isEmpty
                }
                return (counts: counts, jobs: jobs.count, isFilled: isFilled, status: worker.stop())
            }
            #expect(run.counts[0] > 10 && run.counts[1] == 2 * run.counts[0] && run.counts[2] == run.counts[0])
            // A change of settings makes no job.
            #expect(run.jobs == 1)
            #expect(run.isFilled && run.status == 0)
        }

        @Test(
            .timeLimit(.minutes(20)),
            arguments: [("connection", "fhir.conn-0", ["conn-1", "conn-2"]), ("single", "fhir.documents", ["conn-2"])]
        )
        func `a form whose topic takes nothing makes its connections wait, and nobody else`(
            routing: String,
            topic: String,
            others: [String]
        ) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                // The third has no forms.
                try Self.configure(topics, 2, Self.both)
                let name = topics.prefix + topic
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(name, partitions: 1, settings: ["cleanup.policy": "delete"])],
                    timeoutMilliseconds: 60_000
                )
                let options = ["--output-topics", routing]
                let worker = topics.worker(0, options)
                try worker.startUntilReady()
                try topics.upload(RunUpload.made(45, connections: 3, seed: 33))
                #expect(try topics.waitUntilRead())
                let isNamed = worker.says("documents_owed")
                let line = worker.lines.last { $0["event"] as? String == "documents_owed" }
                let isOfForm = line?["topic"] as? String == name
                let meanwhile = try FormTopics(topics, options)
                try topics.alter(name, ["cleanup.policy": "compact"])
                let isPaid = try eventually {
                    let found = try FormTopics(topics, options)
                    return found.differences(of: 2).isEmpty && found.records.contains { $0.topic == name }
                }
                return (
                    isNamed: isNamed && isOfForm, isPaid: isPaid, status: worker.stop(),
                    connections: ["conn-0", "conn-1", "conn-2"].filter { connection in
                        meanwhile.documents.keys.contains { $0.contains(connection) }
                    }
                )
            }
            #expect(run.isNamed)
            #expect(run.connections == others)
            #expect(run.isPaid && run.status == 0)
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["connection", "single"])
        func `replay, diff, forget, topics and doctor know the topics of forms`(routing: String) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try Self.configure(topics, 2, Self.both)
                let options = ["--output-topics", routing]
                let worker = topics.worker(0, options)
                try worker.startUntilReady()
                try topics.upload(RunUpload.made(60, connections: 3, seed: 34))
                #expect(try topics.waitUntilRead())
                let replay = topics.replay(0, options)
                try replay.start()
                #expect(replay.status() == 0)
                let diff = try topics.command(["diff", "--json", topics.replayed.prefix]).ending()
                let found = try FormTopics(topics, options)
                let check = try topics.command(["topics", "check", "--json"] + options).ending()
                let doctor = try topics.command(["doctor", "--json", "--memory-limit", "64MiB"] + options).ending()
                // A form that is missing in the replay is a difference of its own.
                let one = try #require(found.forms.keys.sorted().first)
                let other = topics.replayed.prefix + one.dropFirst(topics.prefix.count)
                let place = other.split(separator: " ").map(String.init)
                try Self.delete(place[1], in: place[0], of: found, one, node)
                let changed = try topics.command(["diff", "--json", topics.replayed.prefix]).ending()
                let names = try topics.names(under: topics.replayed.prefix)
                let drop = try topics.command(["replay", "drop", "--yes", topics.replayed.prefix]).ending()
                let left = try topics.names(under: topics.replayed.prefix)
                let traces = try topics.command(["forget", "--check", "--json", "conn-0"] + options).ending()
                let forget = try topics.command(["forget", "--yes", "--json", "conn-0"] + options).ending()
                let trace = try topics.command(["forget", "--check", "--json", "conn-0"] + options).ending()
                return Outcome(
                    endings: [diff, check, drop, forget, changed, traces, trace],
                    doctor: doctor.output,
                    documents: found.documents.count,
                    forms: found.forms.count,
                    replayed: names,
                    left: left,
                    rest: try FormTopics(topics, options),
                    status: worker.stop()
                )
            }
            #expect(run.endings.map(\.status) == [0, 0, 0, 0, 1, 1, 0], "\(run.endings)")
            let equal = run.documents + run.forms
            #expect(run.endings[0].output.contains("{\"diff\":{\"equal\":\(equal),\"changed\":0"))
            #expect(
                run.endings[4].output.contains("\"form\":\"fhir\",\"kind\":\"missing\""),
                "\(run.endings[4].output)"
            )
            let shared = routing == "single" ? ["fhir.documents", "omh.documents"] : ["fhir.conn-0", "omh.conn-1"]
            #expect(shared.allSatisfy { name in run.replayed.contains { $0.hasSuffix(name) } })
            #expect(run.left.isEmpty, "\(run.left)")
            #expect(!run.doctor.contains("\"verdict\":\"failed\""), "\(run.doctor)")
            #expect(run.doctor.contains(routing == "single" ? "fhir.documents" : "fhir."))
            #expect(Self.topicsWithRecords(run.endings[5]).contains { $0.contains("fhir.") })
            #expect(Self.topicsWithRecords(run.endings[6]).isEmpty, "\(run.endings[6].output)")
            #expect(run.rest.forms.keys.allSatisfy { $0.contains("conn-1") } && !run.rest.forms.isEmpty)
            #expect(run.status == 0)
        }

        /// The lines of `forget --check` for topics in which a record of the connection is live.
        private static func topicsWithRecords(_ check: CommandProcess.Ending) -> [Substring] {
            check.output.split(separator: "\n").filter { $0.contains("\"topic\"") && !$0.contains("\"live\":0") }
        }

        private struct Outcome: Sendable {
            let endings: [CommandProcess.Ending]
            let doctor: String
            let documents: Int
            let forms: Int
            let replayed: [String]
            let left: [String]
            let rest: FormTopics
            let status: Int32?
        }

        /// Deletes a record by a tombstone in its partition.
        private static func delete(
            _ key: String,
            in topic: String,
            of found: FormTopics,
            _ place: String,
            _ node: BrokerNode
        ) throws {
            let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
            let key = Array(key.utf8)
            try producer.produce(
                to: topic,
                partition: found.partitions[place] ?? 0,
                key: key.span.rawBytes,
                value: nil
            )
            try producer.flush(timeoutMilliseconds: 60_000)
        }
    }
}

/// The live records of documents of a test, and of their forms.
struct FormTopics: Sendable {
    /// All committed records of forms.
    let records: [RunTopics.Record]
    /// The live Fork documents and the live records of forms, by topic and key.
    private(set) var documents: [String: String] = [:]
    private(set) var forms: [String: String] = [:]
    /// The partition of each record, by topic and key.
    private(set) var partitions: [String: Int32] = [:]
    private let prefix: String
    private let options: [String]

    init(_ topics: RunTopics, _ options: [String]) throws {
        prefix = topics.prefix
        self.options = options
        let all = try topics.read(topics.prefix)
        let isOfForm = { (topic: String) in ["fhir.", "omh."].contains { topic.hasPrefix(topics.prefix + $0) } }
        records = all.filter { isOfForm($0.topic) }
        for record in all {
            let place = "\(record.topic) \(record.key)"
            partitions[place] = record.partition
            if isOfForm(record.topic) { forms[place] = record.value }
            let isOwn = record.topic.hasPrefix(topics.prefix + "connection.")
            if isOwn || record.topic == topics.prefix + "documents" { documents[place] = record.value }
        }
    }

    /// How the forms differ from those that are made of the documents.
    ///
    /// `formats` are the settings of the first `count` connections, from `conn-0` on; the others have none.
    func differences(_ formats: String = #","formats":["fhir","omh"]"#, of count: Int = 4) -> [String] {
        var wanted: [String: String] = [:]
        for form in ["fhir", "omh"] where formats.contains("\"\(form)\"") {
            var wholes: [String: [(part: Int, value: String)]] = [:]
            for (place, value) in documents {
                let pieces = place.split(separator: "#")
                wholes[String(pieces[0]), default: []].append((pieces.count > 1 ? Int(pieces[1]) ?? 0 : 1, value))
            }
            let ordered = wholes.sorted { $0.key < $1.key }.filter { place, _ in
                (0..<count).contains { place.contains("conn-\($0) ") || place.contains(" conn-\($0)/") }
            }
            for (place, parts) in ordered {
                let whole = DocumentParts.joined(parts.sorted { $0.part < $1.part }.map { Array($0.value.utf8) })
                let name = place.replacing("\(prefix)connection.", with: "\(prefix)\(form).")
                    .replacing("\(prefix)documents ", with: "\(prefix)\(form).documents ")
                let records = Self.forms.first { $0.name == form }?.records(whole, maximum) ?? []
                for (index, record) in records.enumerated() {
                    wanted[index == 0 ? name : "\(name)#\(index + 1)"] = String(decoding: record, as: UTF8.self)
                }
            }
        }
        return Set(wanted.keys).union(forms.keys).filter { wanted[$0] != forms[$0] }.sorted()
    }

    private var maximum: Int {
        options.firstIndex(of: "--document-max-bytes").flatMap { Int(options[$0 + 1]) } ?? 900_000
    }

    private static let forms = DocumentForm.all(
        ZoneTable { FileManager.default.contents(atPath: "/usr/share/zoneinfo/\($0)").map(Array.init) }
    )
}

extension RunTopics {
    /// The names of the topics that begin so.
    fileprivate func names(under prefix: String) throws -> [String] {
        try Admin(["bootstrap.servers": servers]).partitionCounts(timeoutMilliseconds: 60_000).keys
            .filter { $0.hasPrefix(prefix) }.sorted()
    }
}
