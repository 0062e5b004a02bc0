import Store
import Vocabulary

/// A connection with a history of days in RocksDB and in memory, and the measured days that follow.
///
/// A measured day has about a thousand samples, in uploads of a hundred, with a commit for each upload.
final class LongHistory {
    static let measuredDays = 5
    private static let samplesEach = 100

    private let rocks: CommitDriver<RocksStore>
    private let memory = CommitDriver(MemoryStore())
    private var history = History()
    /// The CPU seconds per sample with RocksDB, day by day.
    private(set) var inRocks: [Double] = []
    /// The CPU seconds per sample with the state in memory, day by day.
    private(set) var inMemory: [Double] = []

    init(of days: Int, _ scratch: ScratchFolder) throws {
        let database = try scratch.open("history-\(days)")
        rocks = CommitDriver(try RocksStore(0, in: database))
        while history.days < days {
            let uploads = history.next().uploads
            try rocks.commit(uploads)
            try memory.commit(uploads)
        }
        try database.flush()
    }

    /// Measures the next day.
    func measure() throws {
        let day = history.next(samplesPerUpload: Self.samplesEach)
        let seconds = try day.uploads.reduce(0) { try $0 + rocks.commit([$1]).ownSeconds }
        inRocks.append(seconds / Double(day.samples))
        let others = try day.uploads.reduce(0) { try $0 + memory.commit([$1]).ownSeconds }
        inMemory.append(others / Double(day.samples))
    }
}
