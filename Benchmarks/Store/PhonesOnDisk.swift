import Foundation
import Health
import Store
import Worker

/// What phones upload over a state in RocksDB: what reading it costs with a cache of what was read lately, and without.
enum PhonesOnDisk {
    @Sendable static func run(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        try run("phones", StateCache(maxBytes: MemoryPlan.usual.stateCacheBytes), options, scratch, &report)
    }

    @Sendable static func runWithoutCache(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        try run("phones, no cache", nil, options, scratch, &report)
    }

    private static func run(
        _ name: String,
        _ cache: StateCache?,
        _ options: Options,
        _ scratch: ScratchFolder,
        _ report: inout Report
    ) throws {
        let workload = Phone.day(options.scale)
        let database = try scratch.open(name)
        let driver = CommitDriver(try RocksStore(0, in: database, cache: cache))
        var seconds = 0.0
        var all = 0.0
        var stateRecords = 0
        for start in stride(from: 0, to: workload.uploads.count, by: workload.uploadsPerCommit) {
            let end = min(start + workload.uploadsPerCommit, workload.uploads.count)
            let commit = try driver.commit(Array(workload.uploads[start..<end]))
            seconds += commit.ownSeconds
            all += commit.cost.cpuSeconds
            stateRecords += commit.changes.count
        }
        try database.flush()
        all += Background.settle()
        let uploads = Double(workload.uploads.count)
        report.add(
            "store",
            name,
            [
                Report.Cell(name: "µs/upload", value: seconds / uploads * 1e6),
                Report.Cell(name: "µs/upload with RocksDB's threads", value: all / uploads * 1e6),
                Report.Cell(name: "µs/sample", value: seconds / Double(workload.samples) * 1e6),
                Report.Cell(name: "changes/upload", value: Double(stateRecords) / uploads),
                Report.Cell(name: "disk MB", value: Double(scratch.diskBytes(name)) / 1e6),
                Report.Cell(name: "cache KB", value: Double(cache?.bytes ?? 0) / 1e3),
            ]
        )
    }
}
