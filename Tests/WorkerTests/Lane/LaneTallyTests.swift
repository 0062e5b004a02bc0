import Health
import Store
import Testing
import Vocabulary
import Worker

/// What a replay counts of a partition, through commits that come about and those that do not.
struct LaneTallyTests {
    private static func outcome(uploads: Int) -> Outcome {
        var outcome = Outcome()
        outcome.accounting.uploads = uploads
        for value in [[1], nil] as [[UInt8]?] {
            outcome.records.append(
                OutputRecord(kind: .document, topic: "t", partition: 0, key: nil, value: value, headers: [])
            )
        }
        return outcome
    }

    @Test func `a commit that is given up counts for nothing, and one that comes about once`() {
        var tally = LaneTally(nil, at: 1_000)
        #expect(tally.count(Self.outcome(uploads: 5), at: 1_100).accounting.uploads == 5)
        // It is given up, and what is read again is another batch.
        #expect(tally.count(Self.outcome(uploads: 3), at: 1_300).accounting.uploads == 3)
        tally.committed()
        let second = tally.count(Self.outcome(uploads: 4), at: 1_700)
        #expect((second.accounting.uploads, second.documents, second.tombstones) == (7, 2, 2))
        #expect(second.milliseconds == 700)
    }

    @Test func `offsets without records take nothing with them, and a restored partition goes on where it was`() {
        var known = StateTally()
        known.accounting.uploads = 10
        known.milliseconds = 5_000
        var tally = LaneTally(known, at: 0)
        #expect(tally.count(nil, at: 50).accounting.uploads == 10)
        let next = tally.count(Self.outcome(uploads: 1), at: 100)
        #expect((next.accounting.uploads, next.milliseconds) == (11, 5_100))
    }
}
