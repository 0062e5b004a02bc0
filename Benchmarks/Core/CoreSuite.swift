import Foundation
import Health
import JSON
import Store
import Vocabulary

/// The suite of the core: bytes of uploads to bytes of documents, on one thread, with the state in memory.
enum CoreSuite {
    static func run(_ options: Options, _ report: inout Report) throws {
        // Counting the long history of this workload takes minutes, so --count includes it only on request.
        let workloads = Workload.all.filter { one in
            options.workload.map { $0 == one.name } ?? !(options.isCount && one.name == Phone.nameAfterHistory)
        }
        if options.isOnce { return once(workloads, options, &report) }
        try Instructions.use { counter in
            if counter == nil, !options.isCount { log("core: instructions are not counted: valgrind is not installed") }
            for (name, make) in workloads {
                if options.isCount {
                    guard let counter else { throw Options.Wrong(description: "--count needs valgrind") }
                    report.add("core", name, try counted(name, counter, withAllocations: true))
                } else {
                    let instructions = try counted(name, counter, withAllocations: false)
                    report.add("core", name, measured(make(options.scale)) + instructions)
                }
            }
        }
    }

    /// Runs each workload once and measures nothing else, for a profiler or for valgrind.
    private static func once(
        _ workloads: [(name: String, make: @Sendable (Double) -> Workload)],
        _ options: Options,
        _ report: inout Report
    ) {
        for (name, make) in workloads {
            let workload = make(options.scale)
            let cost = options.isParseOnly ? parseOnly(workload) : process(workload).cost
            let samples = Report.Cell(name: "samples", value: Double(workload.samples))
            report.add("core", name, figures(cost, workload) + [samples])
        }
    }

    private static func measured(_ workload: Workload) -> [Report.Cell] {
        var documents = 0
        let core = Cost.best(of: 3) {
            let (cost, bytes) = process(workload)
            documents = bytes
            return cost
        }
        let parse = Cost.best(of: 3) { parseOnly(workload) }
        let foundation = Cost.best(of: 1) { foundationDecode(workload) }
        return figures(core, workload) + [
            Report.Cell(name: "output B/sample", value: Double(documents) / Double(workload.samples)),
            Report.Cell(name: "× parse only", value: core.cpuSeconds / parse.cpuSeconds),
            Report.Cell(name: "Foundation ÷ core", value: foundation.cpuSeconds / core.cpuSeconds),
        ]
    }

    private static func counted(
        _ name: String,
        _ counter: Instructions?,
        withAllocations: Bool
    ) throws -> [Report.Cell] {
        let core = try counter?.count(name)
        let parse = try counter?.count(name, isParseOnly: true)
        var cells = [Report.Cell(name: "instructions/sample", value: core?.perSample ?? .nan)]
        if withAllocations {
            cells.append(Report.Cell(name: "allocations/sample", value: core?.allocationsPerSample ?? .nan))
        }
        let ratio = (core?.perSample ?? .nan) / (parse?.perSample ?? .nan)
        return cells + [Report.Cell(name: "× parse only, instructions", value: ratio)]
    }

    private static func figures(_ cost: Cost, _ workload: Workload) -> [Report.Cell] {
        let samples = Double(workload.samples)
        return [
            Report.Cell(name: "samples/s", value: samples / cost.cpuSeconds),
            Report.Cell(name: "MB/s", value: Double(workload.bytes) / cost.cpuSeconds / 1e6),
            Report.Cell(name: "ns/sample", value: cost.cpuSeconds / samples * 1e9),
            Report.Cell(name: "allocations/sample", value: cost.allocations / samples),
        ]
    }

    /// Measures the whole path from bytes to documents.
    ///
    /// Before the measurement, a warm-up runs and the earlier uploads of the workload are committed.
    private static func process(_ workload: Workload) -> (cost: Cost, documentBytes: Int) {
        var loop = CommitLoop(over: MemoryStore())
        // Tables are created at their first use, which must not count as a cost of the samples.
        _ = commits(workload.uploads.prefix(3), each: 1, &loop)
        loop.state = MemoryStore()
        _ = commits(workload.before[...], each: 1000, &loop)
        var bytes = 0
        let cost = Cost.of { bytes = commits(workload.uploads[...], each: workload.uploadsPerCommit, &loop) }
        return (cost, bytes)
    }

    /// Processes uploads, `each` of them per commit, and returns the bytes in the values of all output records.
    private static func commits(
        _ uploads: ArraySlice<Workload.Upload>,
        each: Int,
        _ loop: inout CommitLoop<MemoryStore>
    ) -> Int {
        var bytes = 0
        for (index, upload) in uploads.enumerated() {
            loop.add(upload)
            guard (index + 1) % each == 0 || index + 1 == uploads.count else { continue }
            let outcome = loop.commit()
            // Indices, because an iterator would copy each record.
            for index in outcome.records.indices { bytes += outcome.records[index].value?.count ?? 0 }
        }
        return bytes
    }

    /// Measures only simdjson's parse of the same bytes, without reading the parsed document.
    private static func parseOnly(_ workload: Workload) -> Cost {
        var parser = Parser()
        return Cost.of {
            for upload in workload.uploads { _ = try? parser.parse(upload.bytes) }
        }
    }

    /// Measures Foundation's decoding of the same bytes into Swift values.
    private static func foundationDecode(_ workload: Workload) -> Cost {
        let decoder = JSONDecoder()
        let datas = workload.uploads.map { Data($0.bytes) }
        return Cost.of {
            for data in datas { _ = try? decoder.decode(DecodedUpload.self, from: data) }
        }
    }
}
