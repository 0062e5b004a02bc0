import Health
import Observation
import Testing
import Vocabulary
import Worker

/// What becomes a counter is what the core counted.
struct CommitReportTests {
    @Test func `a commit's report is the account of its partitions`() {
        var one = Outcome()
        one.accounting.uploads = 3
        one.accounting.uploadsRefused = 1
        one.accounting.samplesIn = 40
        one.accounting.new = 20
        one.accounting.duplicates = 9
        one.accounting.replaced = 5
        one.accounting.deletedBeforeArrival = 4
        one.accounting.refused = 2
        one.accounting.deletions = 7
        one.accounting.deletionsRefused = 6
        one.accounting.refusals = [.tooLate: 2, .noData: 1]
        one.records = [.document, .document, .job, .deadLetter].map { kind in
            OutputRecord(kind: kind, topic: "t", partition: nil, key: [1], value: [2], headers: [])
        }
        one.records[1].value = nil
        var report = CommitReport()
        report.add(one)
        report.add(one)
        #expect(report.samplesIn == 80 && one.accounting.isBalanced)
        #expect(report.uploads == 6 && report.uploadsRefused == 2)
        #expect(report.new == 40 && report.duplicates == 18 && report.replaced == 10)
        #expect(report.deletedBeforeArrival == 8 && report.refused == 4)
        #expect(report.deletions == 14 && report.deletionsRefused == 12)
        #expect(report.refusals == ["tooLate": 4, "noData": 2])
        #expect(report.upserts == 2 && report.deletes == 2 && report.jobs == 2)
    }
    @Test func `a report knows where the first refusal of each code stood`() {
        func deadLetter(_ code: String, _ offset: String) -> OutputRecord {
            let headers = [
                ("fork-error-code", code), ("fork-topic", "fork.uploads"), ("fork-partition", "5"),
                ("fork-offset", offset),
            ]
            return OutputRecord(
                kind: .deadLetter,
                topic: "fork.dead-letter",
                partition: nil,
                key: nil,
                value: nil,
                headers: headers.map { OutputRecord.Header($0.0, Array($0.1.utf8)) }
            )
        }
        var outcome = Outcome()
        outcome.records = [deadLetter("tooLate", "7"), deadLetter("noData", "8"), deadLetter("tooLate", "9")]
        var report = CommitReport()
        report.add(outcome)
        #expect(
            report.firstRefused == [
                "tooLate": CommitReport.Place(topic: "fork.uploads", partition: 5, offset: 7),
                "noData": CommitReport.Place(topic: "fork.uploads", partition: 5, offset: 8),
            ]
        )
    }
}
