import Observation
import Testing

/// A client that sends rubbish, or a broker that is away, does not flood the log.
struct FloodTests {
    @Test func `a code has one line a second, and the next one counts what was left out`() {
        let recording = Recording()
        let observer = recording.observer()
        func refuse(_ code: String, _ offset: Int64) {
            observer.refused(code: code, topic: "t", partition: 0, offset: offset)
        }
        for offset in 0..<1000 { refuse("tooLate", Int64(offset)) }
        refuse("noData", 1000)
        recording.turn(by: 999)
        refuse("tooLate", 1001)
        recording.turn(by: 1)
        refuse("tooLate", 1002)
        refuse("tooLate", 1003)
        recording.turn(by: 1000)
        refuse("tooLate", 1004)
        recording.turn(by: 1000)
        refuse("tooLate", 1005)
        let fields = recording.all.compactMap { line in
            line.firstRange(of: "code=").map { String(line[$0.lowerBound...]) }
        }
        #expect(
            fields == [
                "code=tooLate topic=t partition=0 offset=0\n",
                "code=noData topic=t partition=0 offset=1000\n",
                "code=tooLate topic=t partition=0 offset=1002 suppressed=1000\n",
                "code=tooLate topic=t partition=0 offset=1004 suppressed=1\n",
                "code=tooLate topic=t partition=0 offset=1005\n",
            ]
        )
        #expect(observer.prometheusText().contains("\nfork_worker_suppressed_lines_total 1001\n"))
    }

    @Test func `a clock that is set back silences nothing`() {
        let recording = Recording()
        let observer = recording.observer()
        observer.refused(code: "noData", topic: "t", partition: 0, offset: 0)
        recording.turn(by: -3_600_000)
        observer.refused(code: "noData", topic: "t", partition: 0, offset: 1)
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

    @Test func `the library has ten lines a second and facility, but when it is debugged`() {
        let recording = Recording()
        let observer = recording.observer()
        for _ in 0..<100 { observer.brokerLog(severity: 3, facility: "FAIL", text: "x") }
        #expect(recording.all.count == 10)
        for _ in 0..<100 { observer.brokerLog(severity: 7, facility: "FAIL", text: "x") }
        #expect(recording.all.count == 110)
        #expect(observer.prometheusText().contains("broker_messages_total{level=\"warning\"} 100\n"))
        #expect(observer.prometheusText().contains("broker_messages_total{level=\"debug\"} 100\n"))
    }

    @Test func `facilities are forgotten when they become too many`() {
        let recording = Recording()
        let observer = recording.observer()
        for _ in 0..<20 { observer.brokerLog(severity: 3, facility: "first", text: "x") }
        #expect(recording.all.count == 10)
        for facility in 0..<999 { observer.brokerLog(severity: 3, facility: "\(facility)", text: "x") }
        observer.brokerLog(severity: 3, facility: "first", text: "x")
        #expect(recording.all.count == 1009)
        observer.brokerLog(severity: 3, facility: "one too many", text: "x")
        observer.brokerLog(severity: 3, facility: "first", text: "x")
        #expect(recording.all.count == 1011)
    }

    @Test func `lines of many threads come whole`() async {
        let recording = Recording()
        let observer = recording.observer()
        await withTaskGroup { group in
            for lane in 0..<8 {
                group.addTask { for _ in 0..<100 { observer.committed(lane: lane, .example) } }
            }
        }
        #expect(recording.all.count == 800)
        #expect(recording.all.allSatisfy { $0.hasPrefix("2024-") && $0.hasSuffix(" seconds=0.031\n") })
        #expect(observer.prometheusText().contains("\nfork_worker_uploads_total 2400\n"))
    }
}
