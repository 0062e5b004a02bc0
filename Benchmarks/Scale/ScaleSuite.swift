import Foundation
import Store
import Vocabulary

/// The suite of scaling: the cost of an upload as data grows, and the gain of more lanes and processes.
///
/// The parts for connections, phones and history run the core with RocksDB, as a lane does: from JSON to documents, to
/// records of the changelog, and to changes in the store. Their figures are the CPU time of the committing thread: the
/// compaction threads of RocksDB work rarely, and then for many commits at once.
enum ScaleSuite {
    /// The parts that `--workload` can select.
    private static let parts: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("connections", connections), ("phones", phones), ("history", history), ("lanes and processes", lanes),
        ("lanes and processes, phones", lanesOfPhones),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try part.run(options, &report)
        }
    }

    /// Measures commits of 100 uploads of 100 samples, for connections with 100 earlier samples and for new ones.
    @Sendable private static func connections(_ options: Options, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.all(first: 100, next: 100, uploads: 1)
        try measure("connections", templates, samplesEach: 100, options, &report)
    }

    /// Measures commits of 100 uploads of 45 samples, for phones with 20 earlier samples of the same day.
    @Sendable private static func phones(_ options: Options, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.ofPhones(first: 20, next: 45)
        try measure("phones", templates, samplesEach: 45, options, &report)
    }

    /// Measures stores of all sizes.
    ///
    /// All stores exist at once, and are measured in turn, commit by commit: other load affects all sizes alike.
    private static func measure(
        _ name: String,
        _ templates: [ConnectionTemplate],
        samplesEach: Int,
        _ options: Options,
        _ report: inout Report
    ) throws {
        try ScratchFolder.use(options) { scratch in
            let sizes = try GrowthSizes.connections(from: 1000, upTo: 1_000_000, options).map { count in
                log("scale: filling a store with \(count) \(name)")
                let connections = try ManyConnections(of: count, templates, samplesEach: samplesEach, scratch)
                return (count: count, connections: connections)
            }
            _ = Background.settle()
            for (_, connections) in sizes { try connections.warmUp() }
            for commit in 0..<ManyConnections.commits {
                for (_, connections) in sizes { try connections.measure(commit) }
            }
            for (count, connections) in sizes {
                report.add(
                    "scale",
                    "\(count) \(name)",
                    [
                        Report.Cell(
                            name: "µs/upload",
                            value: connections.known.median * Double(samplesEach) * 1e6
                        ),
                        Report.Cell(name: "µs/sample", value: connections.known.median * 1e6),
                        Report.Cell(
                            name: "× the smallest",
                            value: connections.known.median / sizes[0].connections.known.median
                        ),
                        Report.Cell(name: "µs/sample, new connections", value: connections.new.median * 1e6),
                    ]
                )
            }
        }
    }

    /// Measures days of a thousand samples after histories of different lengths, the lengths in turn.
    ///
    /// After 390 days nothing expires yet. After 400 days an old day expires with each new one.
    @Sendable private static func history(_ options: Options, _ report: inout Report) throws {
        try ScratchFolder.use(options) { scratch in
            let histories = try GrowthSizes.days(options, beforeExpiry: true).map { days in
                (days: days, history: try LongHistory(of: days, scratch))
            }
            _ = Background.settle()
            for _ in 0..<LongHistory.measuredDays {
                for (_, history) in histories { try history.measure() }
            }
            for (days, history) in histories {
                report.add(
                    "scale",
                    "\(days) days of history",
                    [
                        Report.Cell(name: "µs/sample", value: history.inRocks.median * 1e6),
                        Report.Cell(
                            name: "× the smallest",
                            value: history.inRocks.median / histories[0].history.inRocks.median
                        ),
                        Report.Cell(name: "µs/sample with MemoryStore", value: history.inMemory.median * 1e6),
                    ]
                )
            }
        }
    }
}
