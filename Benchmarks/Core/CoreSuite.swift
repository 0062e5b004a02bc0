import Foundation
import Health
import JSON
import Store

/// Bytes of uploads to bytes of documents, on one thread, with the state in memory.
enum CoreSuite {
    static func run(_ options: Options, _ report: inout Report) throws {
        for (name, make) in Workload.all where options.workload.map({ $0 == name }) ?? true {
            let workload = make(options.scale)
            let runs = options.isOnce ? 1 : 3
            var documents = 0
            let core = Cost.best(of: runs) { process(workload, &documents) }
            var cells = figures(core, workload)
            cells.append(Report.Cell(name: "output B/sample", value: Double(documents) / Double(workload.samples)))
            if options.isOnce {
                cells.append(Report.Cell(name: "samples", value: Double(workload.samples)))
            } else {
                let parse = Cost.best(of: runs) { parseOnly(workload) }
                let foundation = Cost.best(of: 1) { foundationDecode(workload) }
                cells.append(Report.Cell(name: "× parse only", value: core.cpuSeconds / parse.cpuSeconds))
                cells.append(Report.Cell(name: "Foundation ÷ core", value: foundation.cpuSeconds / core.cpuSeconds))
            }
            report.add("core", name, cells)
        }
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

    /// The whole journey; the state begins empty, the process has seen uploads before.
    private static func process(_ workload: Workload, _ documents: inout Int) -> Cost {
        var processor = Processor.withDefaults()
        // Tables that are made at their first use are no cost of a sample.
        _ = commits(workload.uploads.prefix(3), each: 1, &processor)
        var bytes = 0
        let cost = Cost.of { bytes = commits(workload.uploads[...], each: workload.uploadsPerCommit, &processor) }
        documents = bytes
        return cost
    }

    /// Processes uploads into an empty state, so many a commit; gives back the bytes of all that came out.
    private static func commits(
        _ uploads: ArraySlice<Workload.Upload>,
        each: Int,
        _ processor: inout Processor
    ) -> Int {
        var store = MemoryStore()
        var bytes = 0
        var batch = Batch()
        for (index, upload) in uploads.enumerated() {
            processor.add(upload, offset: Int64(index), to: &batch, state: store)
            guard (index + 1) % each == 0 || index + 1 == uploads.count else { continue }
            let outcome = processor.finish(batch, state: store)
            store.apply(outcome.changes)
            for record in outcome.records { bytes += record.value?.count ?? 0 }
            batch = Batch()
        }
        return bytes
    }

    /// simdjson's document of the same bytes, looked at by nobody.
    private static func parseOnly(_ workload: Workload) -> Cost {
        var parser = Parser()
        return Cost.of {
            for upload in workload.uploads { _ = try? parser.parse(upload.bytes) }
        }
    }

    /// What Foundation needs to make Swift values of the same bytes.
    private static func foundationDecode(_ workload: Workload) -> Cost {
        let decoder = JSONDecoder()
        let datas = workload.uploads.map { Data($0.bytes) }
        return Cost.of {
            for data in datas { _ = try? decoder.decode(DecodedUpload.self, from: data) }
        }
    }
}
