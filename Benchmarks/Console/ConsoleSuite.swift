import ConsoleReading
import Foundation
import Health
import Randomness
import Serving
import Store
import Vocabulary
import Worker

/// The suite of the console: what its readers cost the worker, and how long they wait.
enum ConsoleSuite {
    /// The parts that `--workload` can select.
    private static let parts: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("readers", readers), ("a million connections", connections),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try part.run(options, &report)
        }
    }

    /// Measures workers on uploads of phones in turn, with readers and without.
    @Sendable private static func readers(_ options: Options, _ report: inout Report) throws {
        guard let broker = try Broker(options) else {
            return log("console: readers skipped: set KAFKA_HOME or --bootstrap-servers")
        }
        let race = try PhonesRace(scale: options.scale, daysBehind: 0) { _ in }
        try race.warmUp(broker)
        var alone: PhonesRace.Figures?
        for isReading in [false, true] {
            let topics = try PhonesRace.topics(broker)
            defer { topics.clear() }
            let readers = try ConsoleClients()
            let figures = try race.measure(topics, broker) {
                let process = try Contender.single.start(topics, options: readers.options)
                readers.start(isReading: isReading)
                return process
            }
            let answers = readers.stop()
            add(isReading, figures, answers, against: alone ?? figures, &report)
            alone = alone ?? figures
        }
    }

    private static func add(
        _ isReading: Bool,
        _ figures: PhonesRace.Figures,
        _ answers: ConsoleClients.Answers,
        against alone: PhonesRace.Figures,
        _ report: inout Report
    ) {
        let (own, usual) = (figures.steady.seconds, alone.steady.seconds)
        let livez = answers.livezSeconds.sorted()
        report.add(
            "console",
            isReading ? "\(ConsoleClients.clients) readers" : "no reader",
            [
                Report.Cell(name: "uploads/s", value: figures.uploadsPerSecond),
                Report.Cell(
                    name: "uploads/s ÷ without",
                    value: figures.uploadsPerSecond / alone.uploadsPerSecond
                ),
                Report.Cell(name: "p50 ms", value: own.milliseconds(0.5)),
                Report.Cell(name: "p50 ms more", value: own.milliseconds(0.5) - usual.milliseconds(0.5)),
                Report.Cell(name: "p99 ms", value: own.milliseconds(0.99)),
                Report.Cell(name: "p99 ms more", value: own.milliseconds(0.99) - usual.milliseconds(0.99)),
                Report.Cell(name: "/livez p99 ms", value: livez.milliseconds(0.99)),
                Report.Cell(name: "/livez longest ms", value: (livez.last ?? .nan) * 1e3),
                Report.Cell(name: "answers", value: Double(answers.counts[200] ?? 0)),
                Report.Cell(name: "503", value: Double(answers.counts[503] ?? 0)),
            ]
        )
    }

    /// The number of times that each question is asked.
    private static let asked = 100
    /// The number of partitions of the store.
    private static let partitions: Int32 = 16
    /// The day of the templates.
    private static let date = "2024-04-01"

    /// Measures the answers of the API, without HTTP, over stores of a thousand and of a million connections.
    @Sendable private static func connections(_ options: Options, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.ofPhones(first: 45, next: 45)
        try ScratchFolder.use(options) { scratch in
            let sizes = GrowthSizes.connections(from: 1000, upTo: 1_000_000, options)
            for count in sizes where count == sizes.first || count == sizes.last {
                log("console: filling a store with \(count) connections")
                let database = try scratch.open("console-\(count)")
                let board = PartitionBoard()
                board.opened(database, count: partitions)
                for partition in 0..<partitions {
                    board.restores([partition], lane: 0, atMilliseconds: 0)
                    let store = try RocksStore(partition, in: database)
                    try fill(store, stride(from: Int(partition), to: count, by: Int(partitions)), templates)
                    board.serves(partition, lane: 0)
                }
                try database.flush()
                _ = Background.settle()
                let zones = ZoneTable(read: FileBytes.zoneReader(directory: nil))
                let api = ConnectionAPI(board: board, rules: Rules(), zones: zones) { 0 }
                ask(api, count, &report)
            }
        }
    }

    private static func fill(_ store: RocksStore, _ numbers: StrideTo<Int>, _ templates: [ConnectionTemplate]) throws {
        var changes: [StateChange] = []
        for number in numbers {
            changes += templates[number % templates.count].changes(number)
            guard changes.count > 10_000 else { continue }
            try store.keep(changes)
            changes = []
        }
        try store.keep(changes)
    }

    private static func ask(_ api: ConnectionAPI, _ count: Int, _ report: inout Report) {
        var draw = SeededRandom(seed: 77)
        let connections = (1...asked).compactMap { _ in ConnectionTemplate.connection(Int(draw.next() % UInt64(count)))
        }
        .map { String(decoding: $0.bytes, as: UTF8.self) }
        let days = [ConsoleRequest.Parameter("from", date), ConsoleRequest.Parameter("to", date)]
        let questions: [(name: String, make: (String) -> ConsoleRequest)] = [
            ("first page", { _ in search("") }), ("search by 2 letters", { search(String($0.prefix(2))) }),
            ("search by an id", { search($0) }),
            ("a connection", { ConsoleRequest(path: ["connections", $0]) }),
            ("a day", { ConsoleRequest(path: ["connections", $0, "days"], query: days) }),
            ("documents of a day", { ConsoleRequest(path: ["connections", $0, "documents"], query: days) }),
        ]
        func search(_ prefix: String) -> ConsoleRequest {
            ConsoleRequest(path: ["connections"], query: [.init("prefix", prefix)])
        }
        for question in questions {
            var statuses: Set<UInt32> = []
            let seconds = connections.map { connection in
                let began = ContinuousClock.now
                statuses.insert(api.answer(question.make(connection)).status)
                return (ContinuousClock.now - began).seconds
            }.sorted()
            guard statuses == [200] else { return log("console: \(question.name): statuses \(statuses)") }
            report.add(
                "console",
                "\(count) connections, \(question.name)",
                [
                    Report.Cell(name: "p50 ms", value: seconds.milliseconds(0.5)),
                    Report.Cell(name: "longest ms", value: (seconds.last ?? .nan) * 1e3),
                ]
            )
        }
    }
}
