import Foundation
import Store
import Vocabulary

/// The suite of the store: the cost of writing, reading, restoring and deleting state in RocksDB, and its size.
///
/// Rates and CPU times include the compaction threads of RocksDB. Deletions and phones are timed on the committing
/// thread; for phones a second figure includes the compaction threads.
enum StoreSuite {
    /// The parts that `--workload` can select.
    private static let parts: [(name: String, run: @Sendable (Options, ScratchFolder, inout Report) throws -> Void)] = [
        ("growth", Growth.run), ("put and restore", putAndRestore), ("deletions", Deletions.run),
        ("phones", PhonesOnDisk.run), ("phones, no cache", PhonesOnDisk.runWithoutCache),
        ("phones, 10 days behind", PhonesOnDisk.runWithDaysBehind),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try ScratchFolder.use(options) { try part.run(options, $0, &report) }
        }
    }

    /// Measures writing the changes of commits to a store, reading them, and restoring them into other stores.
    @Sendable private static func putAndRestore(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report)
        throws
    {
        for (name, make) in Workload.all.prefix(2) {
            let workload = make(4 * options.scale)
            let core = CommitDriver(MemoryStore())
            var commits: [[StateChange]] = []
            var records: [Changelog.Record] = []
            for start in stride(from: 0, to: workload.uploads.count, by: workload.uploadsPerCommit) {
                let end = min(start + workload.uploadsPerCommit, workload.uploads.count)
                let commit = try core.commit(Array(workload.uploads[start..<end]))
                commits.append(commit.changes)
                records += commit.records
            }
            let samples = Double(workload.samples)
            try put(commits, name, samples, scratch, &report)
            try restore(records, "restore, \(name), all that was written", samples, scratch, &report)
            let kept = compacted(records)
            try restore(kept, "restore, \(name), compacted", samples, scratch, &report)
        }
    }

    private static func put(
        _ commits: [[StateChange]],
        _ name: String,
        _ samples: Double,
        _ scratch: ScratchFolder,
        _ report: inout Report
    ) throws {
        try closing {
            let database = try scratch.open(name)
            let store = try RocksStore(0, in: database)
            var cost = try Cost.trying {
                for changes in commits { try store.keep(changes) }
                try database.flush()
            }
            cost.cpuSeconds += Background.settle()
            let bytes = commits.joined().reduce(0) { $0 + 24 + $1.connection.bytes.count + ($1.value?.count ?? 0) }
            report.add("store", "put, \(name)", figures(cost, samples, bytes: bytes))
        }
        try closing {
            let store = try RocksStore(0, in: try scratch.open(name))
            let days = Set(commits.joined().map { Key(connection: $0.connection, day: $0.stateKey.day) })
            let wanted = days.filter { $0.day != 0 }.sorted { ($0.connection, $0.day) < ($1.connection, $1.day) }
            for round in ["after reopening", "again"] {
                var bytes = 0
                let cost = Cost.of {
                    for key in wanted { bytes += load(key.connection, days: key.day...key.day, store) }
                }
                report.add("store", "load days \(round), \(name)", figures(cost, samples, bytes: bytes))
            }
        }
    }

    private struct Key: Hashable {
        let connection: ConnectionID
        let day: Int32
    }

    /// Reads the summary and the segments of some days of a connection, as the core does, without decoding them.
    ///
    /// - Returns: The length of the values, in bytes.
    static func load(_ connection: ConnectionID, days: ClosedRange<Int32>, _ store: RocksStore) -> Int {
        var bytes = store.value(at: StateKey(.summary), of: connection)?.count ?? 0
        for stateKey in store.stateKeys(in: StateKey.range(.segment, days: days), of: connection) {
            bytes += store.value(at: stateKey, of: connection)?.count ?? 0
        }
        return bytes
    }

    /// Replays records into an empty store, as the restore of a partition does.
    private static func restore(
        _ records: [Changelog.Record],
        _ name: String,
        _ samples: Double,
        _ scratch: ScratchFolder,
        _ report: inout Report
    ) throws {
        let store = try RocksStore(0, in: try scratch.open(name))
        let cost = try Cost.trying {
            var offset: Int64 = 0
            for record in records {
                try store.replay(key: record.key.span.bytes, value: record.value?.span.bytes, offset: offset)
                offset += 1
            }
            try store.endReplay(at: offset, atMilliseconds: 1)
        }
        let bytes = records.reduce(0) { $0 + $1.key.count + ($1.value?.count ?? 0) }
        let speed = Report.Cell(name: "records/s", value: Double(records.count) / cost.cpuSeconds)
        report.add("store", name, [speed] + figures(cost, samples, bytes: bytes))
    }

    /// Returns the records that remain after compaction: the last one of each key, in order, without tombstones.
    private static func compacted(_ records: [Changelog.Record]) -> [Changelog.Record] {
        var last: [[UInt8]: Int] = [:]
        for (index, record) in records.enumerated() { last[record.key] = index }
        return last.values.sorted().map { records[$0] }.filter { $0.value != nil }
    }

    private static func figures(_ cost: Cost, _ samples: Double, bytes: Int) -> [Report.Cell] {
        [
            Report.Cell(name: "samples/s", value: samples / cost.cpuSeconds),
            Report.Cell(name: "MB/s", value: Double(bytes) / cost.cpuSeconds / 1e6),
            Report.Cell(name: "µs CPU/sample", value: cost.cpuSeconds / samples * 1e6),
            Report.Cell(name: "B/sample", value: Double(bytes) / samples),
            Report.Cell(name: "wall s", value: cost.wallSeconds),
        ]
    }

    /// Calls a function in its own scope, because a database must be closed before it is opened again.
    private static func closing(_ body: () throws -> Void) rethrows { try body() }
}
