import Testing
import Vocabulary
import Worker

/// Transcripts of partitions that fail by themselves.
struct CycleLeftAloneTests {
    @Test
    func `a partition that fails is let go of, and the others go on`() {
        var cycle = Cycle.reading([0, 1])
        #expect(cycle.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(cycle.received(.uploads(1), offset: 0, at: 10) == .take)
        #expect(cycle.leaveAlone([1], at: 20) == [.leaveAlone([1])])
        #expect(cycle.received(.uploads(1), offset: 1, at: 30) == .skip)
        #expect(cycle.received(.uploads(0), offset: 1, at: 30) == .take)
        cycle.advance(to: .sendOffsets([.uploads(0): 2]), at: 110)
        #expect(cycle.succeeded(at: 111) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 112) == [.apply])
        #expect(cycle.assigned == [0, 1])
        #expect(cycle.isRestored)
    }

    @Test
    func `it is begun anew after ever longer pauses, until it has been committed`() {
        var cycle = Cycle.reading([0, 1])
        var now: Int64 = 0
        for pause: Int64 in [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000] {
            #expect(cycle.leaveAlone([1], at: now) == [.leaveAlone([1])])
            #expect(cycle.tick(positions: [:], at: now + pause - 1) == [])
            now += pause + 100
            #expect(cycle.tick(positions: [:], at: now) == [.restore([1])])
            _ = cycle.restored(1, uploads: 0, connections: 0, settingsEnd: 0)
        }
        #expect(cycle.failures(of: 1) == 7)
        #expect(cycle.received(.uploads(1), offset: 0, at: now) == .take)
        cycle.commitAll(at: now + 1_000)
        #expect(cycle.failures(of: 1) == 0)
        _ = cycle.leaveAlone([1], at: now)
        #expect(cycle.leftAlone(1) == now + 10_000)
    }

    @Test(arguments: [Step.finishBatches, .prepareTopics])
    func `before its transaction a commit goes on without what failed`(step: Step) {
        var cycle = Cycle.reading([0, 1])
        for partition: Int32 in [0, 1] { #expect(cycle.received(.uploads(partition), offset: 0, at: 0) == .take) }
        cycle.advance(to: step, at: 100)
        #expect(cycle.leaveAlone([0], at: 101) == [.leaveAlone([0]), .perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 102) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 103) == [.perform(.produce)])
        #expect(cycle.succeeded(at: 104) == [.perform(.sendOffsets([.uploads(1): 1]))])
    }

    @Test
    func `a transaction that has something of it is aborted, and the others are read again`() {
        var cycle = Cycle.reading([0, 1])
        for partition: Int32 in [0, 1] { #expect(cycle.received(.uploads(partition), offset: 0, at: 0) == .take) }
        cycle.advance(to: .produce, at: 100)
        #expect(cycle.leaveAlone([0], at: 101) == [.leaveAlone([0]), .perform(.abort)])
        #expect(cycle.succeeded(at: 102) == [.drop, .seek([.uploads(1): 0, .connections(1): 0])])
        #expect(cycle.received(.uploads(1), offset: 0, at: 103) == .take)
    }

    @Test
    func `a partition that is doubted is restored at once, and has not failed`() {
        var cycle = Cycle.reading([0, 1])
        for partition: Int32 in [0, 1] { #expect(cycle.received(.uploads(partition), offset: 0, at: 0) == .take) }
        cycle.advance(to: .sendOffsets([.uploads(0): 1, .uploads(1): 1]), at: 100)
        #expect(cycle.restart([0], at: 101) == [.leaveAlone([0]), .perform(.abort)])
        #expect(cycle.succeeded(at: 102) == [.drop, .seek([.uploads(1): 0, .connections(1): 0])])
        #expect(cycle.tick(positions: [:], at: 102 + 1_000) == [.restore([0])])
        #expect(cycle.failures(of: 0) == 0)
    }

    @Test
    func `a partition that is doubted while nothing is committed is restored at the next tick`() {
        var cycle = Cycle.reading([0, 1])
        #expect(cycle.restart([1], at: 500) == [.leaveAlone([1])])
        #expect(cycle.tick(positions: [:], at: 1_000) == [.restore([1])])
    }

    @Test
    func `a new producer restores all others, and leaves alone what is left alone`() {
        var cycle = Cycle.reading([0, 1])
        _ = cycle.leaveAlone([1], at: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        _ = cycle.failed(.rebuild, at: 101)
        _ = cycle.tick(positions: [:], at: 101)
        #expect(cycle.succeeded(at: 102) == [.restore([0])])
        #expect(cycle.leftAlone(1) == 10_000)
    }

    @Test
    func `it goes with its revoke like any other`() {
        var cycle = Cycle.reading([0, 1])
        _ = cycle.leaveAlone([1], at: 0)
        #expect(cycle.revoked(at: 1) == [.release([0, 1])])
        #expect(cycle.leaveAlone([1], at: 2) == [])
    }
}
