import Testing
import Vocabulary
import Worker

/// Partitions that come and go one by one.
struct CycleCooperationTests {
    /// A cycle that reads two partitions and holds a record of each, behind committed offsets.
    private static func holding() -> Cycle {
        var cycle = Cycle.joined([0, 1])
        for number in [Int32(0), 1] {
            _ = cycle.restored(number, uploads: 5, connections: 0, settingsEnd: 0)
            _ = cycle.received(.uploads(number), offset: 5, at: 10)
        }
        return cycle
    }

    @Test
    func `partitions that come on top are restored while the others go on`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 5, at: 10) == .take)
        #expect(cycle.assigned([2, 1], isIncremental: true) == [.restore([1, 2])])
        #expect(cycle.assigned == [0, 1, 2])
        #expect(cycle.isActive(0))
        #expect(cycle.hasInput)
        #expect(cycle.assigned([], isIncremental: true) == [])
        #expect(cycle.assigned([1], isIncremental: true) == [])
    }

    @Test
    func `a revoke commits everything in hand and lets go of what was named`() {
        var cycle = Self.holding()
        #expect(cycle.revoked([1], at: 20) == [.perform(.finishBatches)])
        for _ in 0..<3 { _ = cycle.succeeded(at: 21) }
        #expect(cycle.succeeded(at: 22) == [.perform(.sendOffsets([.uploads(0): 6, .uploads(1): 6]))])
        #expect(cycle.succeeded(at: 23) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 24) == [.apply, .release([1])])
        #expect(cycle.assigned == [0])
        #expect(cycle.received(.uploads(0), offset: 6, at: 30) == .take)
        #expect(cycle.received(.uploads(1), offset: 6, at: 30) == .skip)
    }

    @Test
    func `after an abort in a revoke only what stays is read again`() {
        var cycle = Self.holding()
        #expect(cycle.revoked([1], at: 20) == [.perform(.finishBatches)])
        for _ in 0..<4 { _ = cycle.succeeded(at: 21) }
        // As with ILLEGAL_GENERATION, when the group has gone on meanwhile.
        #expect(cycle.failed(.abort, at: 22) == [.perform(.abort)])
        #expect(
            cycle.succeeded(at: 23)
                == [.drop, .seek([.uploads(0): 5, .connections(0): 0]), .release([1])]
        )
        #expect(!cycle.hasInput)
        #expect(cycle.received(.uploads(0), offset: 5, at: 30) == .take)
    }

    @Test
    func `what was lost takes all batches with it, and what stays is read again`() {
        var cycle = Self.holding()
        #expect(
            cycle.lost([0]) == [.drop, .seek([.uploads(1): 5, .connections(1): 0]), .release([0])]
        )
        #expect(cycle.assigned == [1])
        #expect(!cycle.hasInput)
    }
}
