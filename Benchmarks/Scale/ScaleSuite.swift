import Health
import Store

/// Whether the work for an upload depends on what it touches only: its cost while connections and history grow.
///
/// The core and RocksDB together, as in a lane: JSON in, documents and records of the changelog out, changes in the
/// store.
enum ScaleSuite {
    private static let samplesEach = 100
    private static let uploadsPerCommit = 1000
    private static let rounds = 3
    private static let measuredDays = 5

    static func run(_ options: Options, _ report: inout Report) throws {
        if options.workload.map({ $0 == "connections" }) ?? true { try connections(options, &report) }
        if options.workload.map({ $0 == "history" }) ?? true { try history(options, &report) }
    }

    /// Commits of an upload of 100 samples of each of 1,000 connections.
    ///
    /// They have samples already, and lie evenly among all that came since the size before: the mean of three commits,
    /// of other connections each time where there are as many. Then one of connections that are new.
    private static func connections(_ options: Options, _ report: inout Report) throws {
        let templates = try Template.all(first: samplesEach, next: samplesEach, uploads: rounds)
        let scratch = try Scratch(options)
        let database = try scratch.open()
        let store = RocksStore(0, in: database)
        let core = Core(store)
        var count = 0
        var least: Double?
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
            var known: [Double] = []
            for round in 0..<rounds {
                let uploads = (0..<measured).map { index in
                    let number = before + index * step + round % step
                    return templates[number % templates.count].upload(round, of: number)
                }
                known.append(try core.commit(uploads).cost.cpuSeconds)
            }
            let strangers = (0..<measured).map { templates[$0 % templates.count].upload(0, of: (1 << 40) + size + $0) }
            let new = try core.commit(strangers).cost.cpuSeconds
            let samples = Double(measured * samplesEach)
            let mean = known.reduce(0, +) / Double(rounds) / samples
            let ratio = mean / (least ?? mean)
            least = least ?? mean
            report.add(
                "scale",
                "\(count) connections",
                [
                    Report.Cell(name: "µs CPU/sample", value: mean * 1e6),
                    Report.Cell(name: "× the smallest", value: ratio),
                    Report.Cell(name: "µs CPU/sample, new connections", value: new / samples * 1e6),
                ]
            )
        }
    }

    /// A day of a thousand samples in uploads of a hundred, a commit each, after so many days of the same connection:
    /// the median of five days.
    private static func history(_ options: Options, _ report: inout Report) throws {
        let scratch = try Scratch(options)
        let database = try scratch.open()
        let core = Core(RocksStore(0, in: database))
        var history = History()
        var least: Double?
        for days in Ladder.days(options) {
            while history.days < days { try core.commit(history.next().uploads) }
            try database.flush()
            _ = Background.settle()
            var each: [Double] = []
            for _ in 0..<measuredDays {
                let day = history.next(samplesPerUpload: samplesEach)
                var cost = Cost()
                for upload in day.uploads { cost += try core.commit([upload]).cost }
                each.append(cost.cpuSeconds / Double(day.samples))
            }
            let median = each.median
            let ratio = median / (least ?? median)
            least = least ?? median
            report.add(
                "scale",
                "\(days) days of history",
                [
                    Report.Cell(name: "µs CPU/sample", value: median * 1e6),
                    Report.Cell(name: "× the smallest", value: ratio),
                ]
            )
        }
    }
}
