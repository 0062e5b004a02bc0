import Testing
import Vocabulary
import Worker

struct OwedDocumentsTests {
    @Test func `waiting connections are counted by partition, and the metric gets the difference`() {
        var owed = OwedDocuments()
        owed.restore(1, 3)
        owed.committed(1, difference: -1)
        owed.committed(2, difference: 4)
        let changes = [owed.countChange(), owed.countChange()]
        #expect(owed.count == 6 && changes == [6, 0])
        _ = owed.forget([2])
        let change = owed.countChange()
        #expect(owed.count == 2 && change == -4)
    }

    @Test func `a release goes on where its last commit ended, until all are checked`() {
        let stateKey = StateKey.range(.owed, days: 0...0).lowerBound
        var owed = OwedDocuments()
        #expect(!owed.isReleasing(1))
        owed.mustRelease(1)
        #expect(owed.isReleasing(1) && owed.place(1) == nil)
        owed.released(1, upTo: stateKey)
        #expect(owed.isReleasing(1) && owed.place(1) == stateKey)
        owed.released(1, upTo: nil)
        #expect(!owed.isReleasing(1))
    }

    @Test(arguments: [[1], nil] as [[Int32]?])
    func `a partition that is forgotten is not released`(partitions: [Int32]?) {
        var owed = OwedDocuments()
        owed.restore(1, 2)
        owed.mustRelease(1)
        _ = owed.forget(partitions)
        #expect(!owed.isReleasing(1) && owed.count == 0)
    }

    @Test func `topics that refuse documents are forgotten with a partition, and the others are loaded again`() {
        var owed = OwedDocuments()
        owed.restore(1, 2)
        let isFirst = owed.forget([2])
        owed.refused.refuse("fork.connection.c", "is full", at: 0)
        let isSecond = owed.forget([2])
        #expect([isFirst, isSecond] == [false, true])
        #expect(owed.refused.count == 0 && owed.refused.reason("fork.connection.c") == nil && owed.count == 2)
    }
}
