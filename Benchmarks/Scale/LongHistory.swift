import Health
import Store

/// A connection with so many days behind it, in RocksDB and in memory, and days that are measured.
///
/// A day is a thousand samples in uploads of a hundred, a commit each.
final class LongHistory {
    static let measuredDays = 5
    private static let samplesEach = 100

    private let rocks: CommitDriver<RocksStore>
    private let memory = CommitDriver(MemoryStore())
    private var history = History()
    /// Seconds per sample, day by day.
    private(set) var inRocks: [Double] = []
    /// The same with the state in memory.
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
