import Store
import Vocabulary

/// The cost of deleting a recent or an old sample, as the history of the connection grows.
///
/// A deletion has only the id of the sample, so the worker must find the day of the sample.
enum Deletions {
    private static let each = 9

    @Sendable static func run(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        let database = try scratch.open("deletions")
        let rocks = CommitDriver(try RocksStore(0, in: database))
        let memory = CommitDriver(MemoryStore())
        var history = History()
        var old: [String] = []
        var recent: [String] = []
        for days in GrowthSizes.days(options) {
            while history.days < days {
                let uploads = history.next().uploads
                recent = uploads.flatMap(History.ids)
                if old.isEmpty { old = recent }
                try rocks.commit(uploads)
                try memory.commit(uploads)
            }
            try database.flush()
            _ = Background.settle()
            var cells: [Report.Cell] = []
            for (name, isRecent) in [("recent", true), ("old", false)] {
                // Deletes neighbors, because they have several types. On the first day both lists are the same, so
                // they use different positions.
                let uploads = (0..<each).map { _ in
                    let id = isRecent ? recent.remove(at: recent.count / 2) : old.remove(at: old.count / 3)
                    return history.deletion(of: id)
                }
                try add("RocksDB, \(name)", rocks, uploads, &cells)
                try add("memory, \(name)", memory, uploads, &cells)
            }
            report.add("store", "deletion, \(days) days", cells)
        }
    }

    private static func add(
        _ name: String,
        _ core: CommitDriver<some WritableStore>,
        _ uploads: [Workload.Upload],
        _ cells: inout [Report.Cell]
    ) throws {
        let seconds = try uploads.map { upload in
            let commit = try core.commit([upload])
            guard commit.changes.count > 2 else { throw Options.Wrong(description: "a deletion changed nothing") }
            return commit.ownSeconds
        }
        cells.append(Report.Cell(name: "\(name) µs", value: seconds.median * 1e6))
    }
}
