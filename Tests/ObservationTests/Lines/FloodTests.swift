import Observation
import Testing
import Vocabulary

/// A client that sends rubbish, or a broker that is away, does not flood the log.
struct FloodTests {
    @Test func `a code has one line a minute, which tells how many there were since the one before`() {
        let recording = Recording()
        let observer = recording.observer(level: .warning)
        func refuse(_ code: RefusalCode, _ count: Int, at offset: Int64) {
            var report = CommitReport()
            report.accounting.refusals = [code: count]
            report.firstRefused = [code.rawValue: DeadLetter.Place(topic: "fork.uploads", partition: 3, offset: offset)]
            observer.committed(lane: 0, report)
        }
        for offset in 0..<1000 as Range<Int64> { refuse(.tooLate, 2, at: offset) }
        refuse(.noData, 1, at: 1000)
        recording.turn(by: 59_999)
        refuse(.tooLate, 1, at: 1001)
        recording.turn(by: 1)
        refuse(.tooLate, 4, at: 1002)
        refuse(.tooLate, 1, at: 1003)
        recording.turn(by: 60_000)
        refuse(.tooLate, 1, at: 1004)
        recording.turn(by: 60_000)
        refuse(.tooLate, 1, at: 1005)
        let said =
            "2024-04-26T08:15:00.123Z warning refused  records refused; see the dead-letter topic for values and "
            + "reasons code=tooLate count=2 topic=fork.uploads partition=3 offset=0\n"
        #expect(recording.all.first == said)
        let fields = recording.all.compactMap { line in
            line.firstRange(of: "code=").map { String(line[$0.lowerBound...]) }
        }
        #expect(
            fields == [
                "code=tooLate count=2 topic=fork.uploads partition=3 offset=0\n",
                "code=noData count=1 topic=fork.uploads partition=3 offset=1000\n",
                "code=tooLate count=2003 topic=fork.uploads partition=3 offset=1002\n",
                "code=tooLate count=2 topic=fork.uploads partition=3 offset=1004\n",
                "code=tooLate count=1 topic=fork.uploads partition=3 offset=1005\n",
            ]
        )
        #expect(observer.metricsPage().contains("\nfork_worker_refusals_total{code=\"tooLate\"} 2008\n"))
    }

    @Test func `a clock that is set back silences nothing`() {
        let recording = Recording()
        let observer = recording.observer(level: .warning)
        var report = CommitReport()
        report.accounting.refusals = [.noData: 1]
        observer.committed(lane: 0, report)
        recording.turn(by: -3_600_000)
        observer.committed(lane: 0, report)
        #expect(recording.all.count == 2)
    }

    @Test func `each partition tells of its restoring once a second`() {
        let recording = Recording()
        let observer = recording.observer()
        for partition in [0, 1, 0, 1] as [Int32] {
            observer.restoring(lane: 0, partition: partition, records: 1, bytes: 1, left: 9, etaSeconds: nil)
        }
        #expect(recording.all.count == 2)
    }

    @Test func `the library says equal lines once a minute, but when it is debugged`() {
        let recording = Recording()
        let observer = recording.observer()
        for index in 0..<100 {
            observer.brokerLog(severity: 3, facility: "FAIL", text: "x (after \(index)ms in state CONNECT)")
        }
        #expect(recording.all.count == 1)
        observer.brokerLog(severity: 3, facility: "FAIL", text: "y (after 1ms in state CONNECT)")
        #expect(recording.all.count == 2)
        for _ in 0..<100 { observer.brokerLog(severity: 7, facility: "FAIL", text: "x") }
        #expect(recording.all.count == 102)
        #expect(observer.metricsPage().contains("librdkafka_messages_total{level=\"warning\"} 101\n"))
        #expect(observer.metricsPage().contains("librdkafka_messages_total{level=\"debug\"} 100\n"))
    }

    @Test func `a minute begins with its first line, and the line after it tells how many were left out`() {
        let recording = Recording()
        let observer = recording.observer()
        func say(_ count: Int) -> Int {
            for _ in 0..<count { observer.brokerLog(severity: 3, facility: "FAIL", text: "x") }
            return recording.all.count
        }
        #expect(say(4) == 1)
        recording.turn(by: 59_999)
        #expect(say(1) == 1)
        recording.turn(by: 1)
        #expect(say(1) == 2)
        #expect(recording.all.last?.hasSuffix(" suppressed=4\n") == true)
        recording.turn(by: 60_000)
        #expect(say(1) == 3)
        #expect(recording.all.last?.contains("suppressed") == false)
        // A clock that is set back begins a minute, too.
        recording.turn(by: -3_600_000)
        #expect(say(12) == 4)
    }

    @Test func `lines are forgotten when they become too many`() {
        let recording = Recording()
        let observer = recording.observer()
        for _ in 0..<20 { observer.brokerLog(severity: 3, facility: "first", text: "x") }
        for facility in 0..<999 { observer.brokerLog(severity: 3, facility: "\(facility)", text: "x") }
        observer.brokerLog(severity: 3, facility: "first", text: "x")
        #expect(recording.all.count == 1_000)
        observer.brokerLog(severity: 3, facility: "one too many", text: "x")
        observer.brokerLog(severity: 3, facility: "first", text: "x")
        #expect(recording.all.count == 1_002)
    }

    @Test func `a producer that is replaced in a transaction has aborted it`() {
        let observer = Recording().observer()
        observer.producerBroken(lane: 0, reason: "timed out")
        #expect(observer.metricsPage().contains("fork_worker_aborts_total 0\n"))
        observer.producerBroken(lane: 0, reason: "timed out", abandonsTransaction: true)
        #expect(observer.metricsPage().contains("fork_worker_aborts_total 1\n"))
    }

    @Test func `a disk that is nearly full is said once an hour`() {
        let recording = Recording()
        let observer = recording.observer()
        func measure(free: Int?) -> Int {
            observer.storeHolds(bytes: 1, freeBytes: free, neededBytes: 10)
            return recording.all.count
        }
        #expect(measure(free: nil) == 0 && measure(free: 20) == 0 && measure(free: 19) == 1)
        recording.turn(by: 3_599_999)
        #expect(measure(free: 18) == 1)
        recording.turn(by: 1)
        #expect(measure(free: 18) == 2)
        let page = observer.metricsPage()
        #expect(
            page.contains("fork_worker_store_free_bytes 18\n") && page.contains("fork_worker_store_needed_bytes 10\n")
        )
    }

    @Test func `lines of many threads come whole`() async {
        let recording = Recording()
        let observer = recording.observer()
        await withTaskGroup { group in
            for lane in 0..<8 {
                group.addTask { for _ in 0..<100 { observer.committed(lane: lane, .withoutRefusals) } }
            }
        }
        #expect(recording.all.count == 800)
        #expect(recording.all.allSatisfy { $0.hasPrefix("2024-") && $0.hasSuffix(" seconds=0.031\n") })
        #expect(observer.metricsPage().contains("\nfork_worker_uploads_total 2400\n"))
    }
}
