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
        ("connections", connections), ("history", history), ("lanes and processes", lanes),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try part.run(options, &report)
        }
    }

    /// Commits of 100 uploads of 100 samples, of connections that have as many samples already, and of new ones.
    ///
    /// All sizes are there at once and are measured in turn, commit by commit, so that what else happens on the machine
    /// happens to all of them.
    @Sendable private static func connections(_ options: Options, _ report: inout Report) throws {
        try Scratch.use(options) { scratch in
            let templates = try Template.all(first: Crowd.samplesEach, next: Crowd.samplesEach, uploads: 1)
            let crowds = try Ladder.connections(from: 1000, upTo: 1_000_000, options).map { count in
                log("scale: filling a store with \(count) connections")
                return (count: count, crowd: try Crowd(of: count, templates, scratch))
            }
            _ = Background.settle()
            for (_, crowd) in crowds { try crowd.warmUp() }
            for commit in 0..<Crowd.commits {
                for (_, crowd) in crowds { try crowd.measure(commit) }
            }
            for (count, crowd) in crowds {
                report.add(
                    "scale",
                    "\(count) connections",
                    [
                        Report.Cell(name: "µs/sample", value: crowd.known.median * 1e6),
                        Report.Cell(name: "× the smallest", value: crowd.known.median / crowds[0].crowd.known.median),
                        Report.Cell(name: "µs/sample, new connections", value: crowd.new.median * 1e6),
                    ]
                )
            }
        }
    }

    /// A day of a thousand samples after so many days of the same connection, the sizes in turn too.
    ///
    /// With 390 days before it nothing expires yet; with 400 an old day goes for each new one.
    @Sendable private static func history(_ options: Options, _ report: inout Report) throws {
        try Scratch.use(options) { scratch in
            let pasts = try Ladder.days(options, beforeExpiry: true).map { days in
                (days: days, past: try Past(of: days, scratch))
            }
            _ = Background.settle()
            for _ in 0..<Past.measuredDays {
                for (_, past) in pasts { try past.measure() }
            }
            for (days, past) in pasts {
                report.add(
                    "scale",
                    "\(days) days of history",
                    [
                        Report.Cell(name: "µs/sample", value: past.inRocks.median * 1e6),
                        Report.Cell(name: "× the smallest", value: past.inRocks.median / pasts[0].past.inRocks.median),
                        Report.Cell(name: "µs/sample with MemoryStore", value: past.inMemory.median * 1e6),
                    ]
                )
            }
        }
    }
}
