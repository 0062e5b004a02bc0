import Randomness
import Store
import Vocabulary

/// Connections in RocksDB after their first upload, and the measured second uploads of some of them.
///
/// The measured work is the same at each number of connections: as many second uploads, with the same samples in the
/// same order. A commit never has two uploads of one connection.
final class ManyConnections {
    static let commits = 30
    static let uploadsPerCommit = 100

    private let count: Int
    /// The number of samples in a measured upload.
    private let samplesEach: Int
    private let templates: [ConnectionTemplate]
    /// The stores: more than one if there are fewer connections than measured uploads.
    private let cores: [CommitDriver<RocksStore>]
    /// The indices of the measured uploads of each store, in random order.
    private let order: [Int]
    /// The number of the next new connection.
    private var strangers = 1 << 40
    /// The CPU seconds per sample of second uploads, commit by commit.
    private(set) var known: [Double] = []
    /// The CPU seconds per sample of first uploads, commit by commit.
    private(set) var new: [Double] = []

    init(of count: Int, _ templates: [ConnectionTemplate], samplesEach: Int, _ scratch: ScratchFolder) throws {
        self.count = count
        self.samplesEach = samplesEach
        self.templates = templates
        var draw = SeededRandom(seed: 5)
        let number = (Self.commits * Self.uploadsPerCommit + count - 1) / count
        order = Array(0..<Self.commits * Self.uploadsPerCommit / number).shuffled(using: &draw)
        cores = try (0..<number).map { part in
            let database = try scratch.open("connections-\(count)-\(part)")
            let store = try RocksStore(0, in: database)
            for start in stride(from: 0, to: count, by: 1000) {
                let some = start..<min(start + 1000, count)
                try store.keep(some.flatMap { templates[$0 % templates.count].changes($0) })
            }
            try database.flush()
            return CommitDriver(store)
        }
    }

    /// Reads connections from all parts of each store, and commits once.
    ///
    /// So caches are as full as in the long run, and tables that are created at their first use exist.
    func warmUp() throws {
        for core in cores {
            for number in 0..<min(count, 20_000) {
                guard let connection = ConnectionTemplate.connection(number * count / min(count, 20_000)) else {
                    continue
                }
                _ = StoreSuite.load(connection, days: Int32(Day.first) - 1...Int32(Day.first) + 1, core.store)
            }
        }
        for core in cores { try core.commit(nextStrangers()) }
    }

    /// Measures the next commit.
    func measure(_ commit: Int) throws {
        let begin = commit * Self.uploadsPerCommit % order.count
        let uploads = order[begin..<begin + Self.uploadsPerCommit].map { index in
            let number = self.number(index)
            return templates[number % templates.count].upload(0, of: number)
        }
        let core = cores[commit * Self.uploadsPerCommit / order.count]
        let samples = Double(Self.uploadsPerCommit * samplesEach)
        known.append(try core.commit(uploads).ownSeconds / samples)
        if commit % 3 == 0 { new.append(try core.commit(nextStrangers()).ownSeconds / samples) }
    }

    /// Returns the number of the connection of a measured upload.
    ///
    /// At each number of connections the upload has the same template. The connections are spread over the whole store.
    private func number(_ index: Int) -> Int {
        let template = index % templates.count
        let ofTemplate = (count - template + templates.count - 1) / templates.count
        let measured = (order.count - template + templates.count - 1) / templates.count
        return template + templates.count * (index / templates.count * ofTemplate / measured)
    }

    private func nextStrangers() -> [Workload.Upload] {
        defer { strangers += Self.uploadsPerCommit }
        return (0..<Self.uploadsPerCommit).map { templates[$0 % templates.count].upload(0, of: strangers + $0) }
    }
}
