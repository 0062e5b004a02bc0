import Health
import Store

/// Whether the work for an upload depends on what it touches only: its cost while connections and history grow.
///
/// The core and RocksDB together, as in a lane: JSON in, documents and records of the changelog out, changes in the
/// store. The ratio is of the CPU of the thread that commits; the threads on which RocksDB merges files work now and
/// then, for many commits at once.
enum ScaleSuite {
    private static let samplesEach = 100
    private static let uploadsPerCommit = 1000
    private static let rounds = 3
    private static let measuredDays = 5

    /// What can be asked for by `--workload`.
    private static let parts: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("connections", connections), ("history", history), ("lanes and processes", lanes),
    ]

    static func run(_ options: Options, _ report: inout Report) throws {
        for part in parts where options.workload.map({ $0 == part.name }) ?? true {
            try part.run(options, &report)
        }
    }

    /// Commits of an upload of 100 samples of each of 1,000 connections.
    ///
    /// They have samples already, and lie evenly among all that came since the size before: the cheapest of three
    /// commits, of other connections each time where there are as many. Then one of connections that are new.
    @Sendable private static func connections(_ options: Options, _ report: inout Report) throws {
        try Scratch.use(options) { try connections(options, $0, &report) }
    }

    private static func connections(_ options: Options, _ scratch: Scratch, _ report: inout Report) throws {
        let templates = try Template.all(first: samplesEach, next: samplesEach, uploads: rounds)
        let database = try scratch.open("scale")
        let store = RocksStore(0, in: database)
        let core = Core(store)
        var count = 0
        var smallest: Double?
        for size in Ladder.connections(from: 1000, options) {
            let before = count
            while count < size {
                let new = count..<min(count + 1000, size)
                try store.keep(new.flatMap { templates[$0 % templates.count].changes($0) })
                count = new.upperBound
            }
            try database.flush()
            _ = Background.settle()
            let measured = min(uploadsPerCommit, count - before)
            let step = (count - before) / measured
            var own: [Double] = []
            for round in 0..<rounds {
                let uploads = (0..<measured).map { index in
                    let number = before + index * step + round % step
                    return templates[number % templates.count].upload(round, of: number)
                }
                own.append(try core.commit(uploads).ownSeconds)
            }
            let strangers = (0..<measured).map { templates[$0 % templates.count].upload(0, of: (1 << 40) + size + $0) }
            let new = try core.commit(strangers).ownSeconds
            let samples = Double(measured * samplesEach)
            let known = (own.min() ?? .nan) / samples
            smallest = smallest ?? known
            report.add(
                "scale",
                "\(count) connections",
                [
                    Report.Cell(name: "µs/sample", value: known * 1e6),
                    Report.Cell(name: "× the smallest", value: known / (smallest ?? .nan)),
                    Report.Cell(name: "µs/sample, new connections", value: new / samples * 1e6),
                ]
            )
        }
    }

    /// A day of a thousand samples in uploads of a hundred, a commit each, after so many days of the same connection.
    ///
    /// The cheapest of five days. With 390 days before it nothing expires yet; with 400 an old day goes for each new
    /// one.
    @Sendable private static func history(_ options: Options, _ report: inout Report) throws {
        try Scratch.use(options) { try history(options, $0, &report) }
    }

    private static func history(_ options: Options, _ scratch: Scratch, _ report: inout Report) throws {
        let database = try scratch.open("scale")
        let core = Core(RocksStore(0, in: database))
        let memory = Core(MemoryStore())
        var history = History()
        var smallest: Double?
        for days in Ladder.days(options, beforeExpiry: true) {
            while history.days < days {
                let uploads = history.next().uploads
                try core.commit(uploads)
                try memory.commit(uploads)
            }
            try database.flush()
            _ = Background.settle()
            var each: [Double] = []
            var inMemory: [Double] = []
            for _ in 0..<measuredDays {
                let day = history.next(samplesPerUpload: samplesEach)
                let seconds = try day.uploads.reduce(0) { try $0 + core.commit([$1]).ownSeconds }
                each.append(seconds / Double(day.samples))
                let others = try day.uploads.reduce(0) { try $0 + memory.commit([$1]).ownSeconds }
                inMemory.append(others / Double(day.samples))
            }
            let known = each.min() ?? .nan
            smallest = smallest ?? known
            report.add(
                "scale",
                "\(days) days of history",
                [
                    Report.Cell(name: "µs/sample", value: known * 1e6),
                    Report.Cell(name: "× the smallest", value: known / (smallest ?? .nan)),
                    Report.Cell(name: "µs/sample with MemoryStore", value: (inMemory.min() ?? .nan) * 1e6),
                ]
            )
        }
    }
}
