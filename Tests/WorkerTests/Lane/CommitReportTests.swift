import Health
import Observation
import Testing
import Vocabulary
import Worker

/// What becomes a counter is what the core counted.
struct CommitReportTests {
    private static func letter(_ code: RefusalCode, _ offset: Int64) -> DeadLetter {
        let place = DeadLetter.Place(topic: "fork.uploads", partition: 5, offset: offset)
        return DeadLetter(Refusal(code, "It is refused."), of: place, worker: "1")
    }

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
        one.records = [.document, .document, .job, .deadLetter(Self.letter(.noData, 1))].map { kind in
            OutputRecord(kind: kind, topic: "t", partition: nil, key: [1], value: [2])
        }
        one.records[1].value = nil
        var report = CommitReport()
        report.add(one)
        report.add(one)
        #expect(report.accounting.samplesIn == 80 && one.accounting.isBalanced)
        #expect(report.accounting.uploads == 6 && report.accounting.uploadsRefused == 2)
        #expect(report.accounting.new == 40 && report.accounting.duplicates == 18 && report.accounting.replaced == 10)
        #expect(report.accounting.deletedBeforeArrival == 8 && report.accounting.refused == 4)
        #expect(report.accounting.deletions == 14 && report.accounting.deletionsRefused == 12)
        #expect(report.accounting.refusals == [.tooLate: 4, .noData: 2])
        #expect(report.upserts == 2 && report.deletes == 2 && report.jobs == 2)
    }

    @Test func `a report has the last dead letters of a commit, in bounded memory`() {
        var outcome = Outcome()
        outcome.records = (0..<1_050).map { offset in
            let kind = OutputRecord.Kind.deadLetter(Self.letter(.noData, Int64(offset)))
            return OutputRecord(kind: kind, topic: "fork.dead-letter", partition: nil, key: nil, value: nil)
        }
        var report = CommitReport()
        report.add(outcome)
        let last = report.letters.suffix(RefusalRing.capacity).map(\.place.offset)
        #expect(last == (850..<1_050).map(Int64.init))
        #expect(report.letters.count <= 2 * RefusalRing.capacity)
    }

    @Test func `a report knows where the first refusal of each code stood`() {
        func deadLetter(_ code: RefusalCode, _ offset: Int64) -> OutputRecord {
            OutputRecord(
                kind: .deadLetter(Self.letter(code, offset)),
                topic: "fork.dead-letter",
                partition: nil,
                key: nil,
                value: nil
            )
        }
        var outcome = Outcome()
        outcome.records = [deadLetter(.tooLate, 7), deadLetter(.noData, 8), deadLetter(.tooLate, 9)]
        var report = CommitReport()
        report.add(outcome)
        #expect(
            report.firstRefused == [
                "tooLate": DeadLetter.Place(topic: "fork.uploads", partition: 5, offset: 7),
                "noData": DeadLetter.Place(topic: "fork.uploads", partition: 5, offset: 8),
            ]
        )
    }
}
