import CMeasure
import Foundation
import Store
import Vocabulary

/// The suite of small uploads, like those of phones.
///
/// The suite measures the cost of an upload with one sample, of each further sample, and of a deletion. It shows how
/// these costs depend on the history of the connection.
enum SmallSuite {
    /// The places of the state, which `--workload` can select.
    private static let stores: [(name: String, measure: @Sendable (Options, inout Report) throws -> Void)] = [
        ("memory", measureInMemory), ("RocksDB", measureInRocksDB),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for store in stores where options.workload.map({ $0 == store.name }) ?? true {
            if options.isOnce {
                try store.measure(options, &report)
            } else {
                try Instructions.use { try table(of: store.name, $0, options, &report) }
            }
        }
    }

    /// Adds a row for each history.
    ///
    /// The rows are counts of instructions, because the differences are smaller than the noise of times.
    private static func table(of store: String, _ counter: Instructions?, _ options: Options, _ report: inout Report)
        throws
    {
        guard let counter else {
            if options.isCount { throw Options.Wrong(description: "--count needs valgrind") }
            return log("small: skipped: valgrind is not installed")
        }
        let rows = try counter.countEach(of: "small", store)
        var costs: [String: SmallCost] = [:]
        for row in rows { costs[row.name] = SmallCost(instructions: row.instructions, allocations: row.allocations) }
        var nothing: SmallUploadCosts?
        for behind in Behind.allCases {
            let own = try SmallUploadCosts { kind in
                guard let cost = costs[name(behind, kind)] else {
                    throw Options.Wrong(description: "valgrind did not count \(kind.rawValue) with \(behind.rawValue)")
                }
                return cost
            }
            report.add("small", "\(store), \(behind.rawValue)", own.cells(against: nothing ?? own))
            nothing = nothing ?? own
        }
    }

    private static func name(_ behind: Behind, _ kind: SmallUploads.Kind) -> String {
        "\(behind.rawValue), \(kind.rawValue)"
    }

    @Sendable private static func measureInMemory(_ options: Options, _ report: inout Report) throws {
        let small = SmallUploads()
        for behind in Behind.allCases { try measure(small, behind, MemoryStore(), &report) {} }
    }

    @Sendable private static func measureInRocksDB(_ options: Options, _ report: inout Report) throws {
        let small = SmallUploads()
        for behind in Behind.allCases {
            try ScratchFolder.use(options) { scratch in
                let database = try scratch.open("small")
                try measure(small, behind, try RocksStore(0, in: database), &report) { try database.flush() }
            }
        }
    }

    private static func measure(
        _ small: SmallUploads,
        _ behind: Behind,
        _ store: some WritableStore,
        _ report: inout Report,
        _ settle: () throws -> Void
    ) throws {
        let before = behind.uploads(of: SmallUploads.connection) + small.before
        let connection = try SmallConnection(store, after: before)
        try settle()
        // Tables are created at their first use, which must not count as a cost of an upload.
        for uploads in small.uploads.values { for upload in uploads.prefix(2) { _ = try connection.cost(of: upload) } }
        for kind in SmallUploads.Kind.allCases {
            let uploads = small.uploads[kind] ?? []
            measure_dump()
            var cost = Cost()
            for upload in uploads { cost += try connection.cost(of: upload) }
            let each = Double(uploads.count)
            report.add(
                "small",
                name(behind, kind),
                [
                    Report.Cell(name: "µs CPU/upload", value: cost.cpuSeconds / each * 1e6),
                    Report.Cell(name: "allocations", value: cost.allocations / each),
                    Report.Cell(name: "uploads", value: each),
                ]
            )
            measure_dump()
        }
    }
}
