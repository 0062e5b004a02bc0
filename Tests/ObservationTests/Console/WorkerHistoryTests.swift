import Observation
import Synchronization
import System
import Testing
import Vocabulary

/// What an observer keeps for the console.
struct WorkerHistoryTests {
    /// An observer whose clocks move together.
    private final class Rig: Sendable {
        private final class Time: Sendable {
            let milliseconds = Atomic<Int64>(1_714_119_300_000)

            var now: Int64 { milliseconds.load(ordering: .relaxed) }
        }

        private let time = Time()
        let observer: Observer

        init() {
            let time = time
            observer = Observer(
                level: .error,
                format: .json,
                clocks: Clocks(
                    wallMilliseconds: { time.now },
                    steadyMilliseconds: { time.now - 1_714_000_000_000 }
                )
            ) { _ in }
        }

        var now: Int64 { time.now }

        func pass(_ milliseconds: Int64) { time.milliseconds.wrappingAdd(milliseconds, ordering: .relaxed) }
    }

    private static func report(uploads: Int, latencies: [Int64] = [], at now: Int64 = 0) -> CommitReport {
        var report = CommitReport()
        report.accounting.uploads = uploads
        report.accounting.samplesIn = 10 * uploads
        report.latency.add(latencies.map { now - $0 }, committedAt: now)
        return report
    }

    @Test func `an entry each five seconds has rates, lag, age and latency`() throws {
        let rig = Rig()
        let history = rig.observer.beginConsole().history
        rig.observer.consoleTurn()
        rig.observer.committed(lane: 0, Self.report(uploads: 5, latencies: [10, 20, 30, 40, 900], at: rig.now))
        rig.pass(4_999)
        rig.observer.consoleTurn()
        #expect(history.entries.isEmpty)
        let waiting = PartitionBacklog(topic: "u", partition: 0, records: 7, oldest: rig.now - 2_999)
        rig.observer.backlog(lane: 0, [waiting])
        rig.pass(1)
        rig.observer.consoleTurn()
        let entry = try #require(history.entries.first)
        #expect(history.entries.count == 1 && entry.timeMilliseconds == rig.now)
        #expect(entry.uploads == 1 && entry.samples == 10 && entry.lag == 7 && entry.oldestSeconds == 3)
        #expect(entry.p50 == 0.03)
        #expect(try #require(entry.p99).isApproximately(0.9))
        #expect(try #require(entry.residentBytes) > 0 && entry.cores != nil)
        rig.pass(5_000)
        rig.observer.consoleTurn()
        let idle = try #require(history.entries.last)
        #expect(idle.uploads == 0 && idle.p50 == nil && idle.p99 == nil)
    }

    @Test func `unknown lag is no number`() throws {
        let rig = Rig()
        let history = rig.observer.beginConsole().history
        rig.observer.consoleTurn()
        rig.pass(5_000)
        rig.observer.consoleTurn()
        #expect(history.entries.map(\.lag) == [nil] && history.entries.map(\.oldestSeconds) == [nil])
        rig.observer.backlog(lane: 0, [PartitionBacklog(topic: "u", partition: 0, records: 1, oldest: nil)])
        rig.observer.answered(lane: 0, at: rig.now)
        rig.pass(20_000)
        rig.observer.consoleTurn()
        #expect(history.entries.map(\.lag) == [nil, nil])
    }

    @Test func `only the last fifteen minutes are kept`() {
        let rig = Rig()
        let history = rig.observer.beginConsole().history
        for _ in 0..<200 {
            rig.observer.consoleTurn()
            rig.pass(5_000)
        }
        let times = history.entries.map(\.timeMilliseconds)
        #expect(times.count == 180 && times == times.sorted())
        #expect(times.last.map { rig.now - $0 } == 5_000)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 100, 1_000, 12_345, 86_400_000, 70_000_000_000] as [Int64])
    func `a quantile is exact to a thirtieth`(milliseconds: Int64) throws {
        var latency = Latency()
        latency.add([0], committedAt: milliseconds)
        let found = try #require(latency.quantile(0.5))
        let exact = Double(milliseconds) / 1_000
        #expect(milliseconds < 32 ? found == exact : abs(found - exact) <= exact / 30)
    }

    @Test func `quantiles count uploads, over commits`() {
        let rig = Rig()
        let history = rig.observer.beginConsole().history
        rig.observer.consoleTurn()
        for latencies in [Array(1...10), Array(11...20)] as [[Int64]] {
            rig.observer.committed(lane: 0, Self.report(uploads: 10, latencies: latencies, at: rig.now))
        }
        rig.pass(5_000)
        rig.observer.consoleTurn()
        #expect(history.entries.map(\.p50) == [0.01] && history.entries.map(\.p99) == [0.02])
        var latency = Latency()
        #expect(latency.quantile(0.5) == nil)
        // An upload of another clock counts as 0.
        latency.add([5], committedAt: 0)
        #expect(latency.quantile(0.5) == 0)
    }

    @Test func `the last two hundred refusals are kept, newest first`() {
        let rig = Rig()
        let ring = rig.observer.beginConsole().refusals
        let place = DeadLetter.Place(topic: "u", partition: 1, offset: 0)
        for number in 0..<130 {
            var report = CommitReport()
            let refusals = [
                Refusal.about(.invalidIdentifier, "The type% is unknown.", "SECRET"),
                Refusal(.noData, "Nothing \(number)."),
            ]
            report.letters = refusals.map { DeadLetter($0, of: place, worker: "w") }
            rig.observer.committed(lane: 0, report)
        }
        #expect(ring.newest().count == 200)
        #expect(ring.newest("noData").first?.message == "Nothing 129.")
        #expect(ring.newest("noData").count == 100 && ring.newest("tooLarge").isEmpty)
        #expect(ring.newest("invalidIdentifier").first?.message == "The type … is unknown.")
        #expect(ring.newest().allSatisfy { !"\($0)".contains("SECRET") })
    }

    @Test func `nothing is kept without a console`() {
        let rig = Rig()
        rig.observer.committed(lane: 0, Self.report(uploads: 5))
        rig.pass(5_000)
        rig.observer.consoleTurn()
        #expect(rig.observer.beginConsole().history.entries.isEmpty)
    }
}

extension Double {
    fileprivate func isApproximately(_ other: Double) -> Bool { abs(self - other) <= other / 30 }
}
