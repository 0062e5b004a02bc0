import Store
import Vocabulary

/// The size and cost of a store as it grows from 10,000 to 100,000 × scale connections of 200 samples each.
enum Growth {
    private static let samplesEach = 200
    private static let connectionsPerCommit = 1000
    private static let loads = 2000

    @Sendable static func run(_ options: Options, _ scratch: ScratchFolder, _ report: inout Report) throws {
        let templates = try ConnectionTemplate.all(first: samplesEach, next: samplesEach, uploads: 1)
        let database = try scratch.open("growth")
        let store = try RocksStore(0, in: database)
        ResidentMemory.forgetPeak()
        var count = 0
        var bytes = 0
        for size in GrowthSizes.connections(from: 10_000, upTo: 100_000, options) {
            var cost = Cost()
            let before = count
            while count < size {
                let new = count..<min(count + connectionsPerCommit, size)
                let changes = new.flatMap { templates[$0 % templates.count].changes($0) }
                bytes += changes.reduce(0) { $0 + 24 + $1.connection.bytes.count + ($1.value?.count ?? 0) }
                cost += try Cost.trying { try store.keep(changes) }
                count = new.upperBound
            }
            cost += try Cost.trying { try database.flush() }
            cost.cpuSeconds += Background.settle()
            let samples = Double(count * samplesEach)
            let disk = Double(scratch.diskBytes("growth"))
            let put = Double((count - before) * samplesEach)
            let reading = read(store, of: count)
            let read = Double(min(loads, count) * samplesEach)
            report.add(
                "store",
                "growth, \(count) connections",
                [
                    Report.Cell(name: "put µs CPU/sample", value: cost.cpuSeconds / put * 1e6),
                    Report.Cell(name: "put MB/s, wall", value: Double(bytes) * put / samples / cost.wallSeconds / 1e6),
                    Report.Cell(name: "load µs CPU/sample", value: reading.cpuSeconds / read * 1e6),
                    Report.Cell(name: "load µs/connection, wall", value: reading.wallSeconds / read * 200 * 1e6),
                    Report.Cell(name: "put B/sample", value: Double(bytes) / samples),
                    Report.Cell(name: "disk MB", value: disk / 1e6),
                    Report.Cell(name: "disk B/sample", value: disk / samples),
                    Report.Cell(name: "RSS MiB", value: ResidentMemory.mebibytes("VmRSS")),
                    Report.Cell(name: "peak RSS MiB", value: ResidentMemory.mebibytes("VmHWM")),
                ]
            )
        }
    }

    /// Measures reading one day of connections from all parts of the store.
    private static func read(_ store: RocksStore, of count: Int) -> Cost {
        let number = min(loads, count)
        let wanted = (0..<number).compactMap { ConnectionTemplate.connection($0 * (count / number)) }
        let day = Int32(Day.first)
        var bytes = 0
        let cost = Cost.of {
            for connection in wanted { bytes += StoreSuite.load(connection, days: day - 1...day + 1, store) }
        }
        precondition(bytes > 0, "the store has no values of these connections")
        return cost
    }
}
