import Foundation
import Health
import Store

/// Whether the work for an upload depends on what it touches only: its cost while connections and history grow; and what
/// comes of more lanes and processes.
///
/// Connections and history are those of the core and RocksDB together, as in a lane: JSON in, documents and records of
/// the changelog out, changes in the store. Their ratios are of the CPU of the thread that commits; the threads on which
/// RocksDB merges files work now and then, for many commits at once.
enum ScaleSuite {
    /// What can be asked for by `--workload`.
    private static let parts: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("connections", connections), ("phones", phones), ("history", history), ("lanes and processes", lanes),
        ("lanes and processes, phones", lanesOfPhones),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try part.run(options, &report)
        }
    }

    /// Commits of 100 uploads of 100 samples, of connections that have as many samples already, and of new ones.
    @Sendable private static func connections(_ options: Options, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.all(first: 100, next: 100, uploads: 1)
        try measure("connections", templates, samplesEach: 100, options, &report)
    }

    /// Commits of 100 uploads of 45 samples, of phones that have 20 samples of their day already.
    @Sendable private static func phones(_ options: Options, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.ofPhones(first: 20, next: 45)
        try measure("phones", templates, samplesEach: 45, options, &report)
    }

    /// All sizes are there at once and are measured in turn, commit by commit, so that what else happens on the machine
    /// happens to all of them.
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

    /// A day of a thousand samples after so many days of the same connection, the sizes in turn too.
    ///
    /// With 390 days before it nothing expires yet; with 400 an old day goes for each new one.
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
