import Foundation
import Store
import Vocabulary
import Worker

/// The cost of uploads of phones with the state in RocksDB.
///
/// Variants run with and without the cache of recently read state, and with a history for each phone.
struct PhonesOnDisk {
    private let name: String
    /// Whether recently read state is cached.
    private var keepsInMind = true
    /// The number of days in the history of each phone.
    private var daysBehind = 0
    /// The number of uploads per commit; nil means one of each phone.
    private var uploadsPerCommit: Int?

    @Sendable static func run(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        try PhonesOnDisk(name: "phones").run(options, scratch, &report)
    }

    @Sendable static func runWithoutCache(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        try PhonesOnDisk(name: "phones, no cache", keepsInMind: false).run(options, scratch, &report)
    }

    /// Runs phones with history, 30 uploads per commit, as if 300 uploads a second arrived evenly.
    @Sendable static func runWithDaysBehind(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws
    {
        let phones = PhonesOnDisk(name: "phones, 10 days behind", daysBehind: 10, uploadsPerCommit: 30)
        try phones.run(options, scratch, &report)
    }

    private func run(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        let cache = keepsInMind ? StateCache(maxBytes: MemoryPlan.usual.stateCacheBytes) : nil
        let database = try scratch.open(name)
        let driver = CommitDriver(try RocksStore(0, in: database, cache: cache))
        let workload = try Phone.day(name, options.scale, daysBehind: daysBehind, every: 5) { try driver.commit($0) }
        if daysBehind > 0 {
            try database.flush()
            _ = Background.settle()
        }
        var seconds = 0.0
        var all = 0.0
        var stateRecords = 0
        let count = uploadsPerCommit ?? workload.uploadsPerCommit
        if !workload.before.isEmpty { try driver.commit(workload.before) }
        for start in stride(from: 0, to: workload.uploads.count, by: count) {
            let end = min(start + count, workload.uploads.count)
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
