import Testing
import Vocabulary
import Worker

/// Transcripts of commits that hand records over while further ones are derived.
struct CycleHandingOverTests {
    private static let again: [Action] = [.drop, .seek([.uploads(0): 1, .connections(0): 0])]

    /// A cycle in whose second commit this step is due.
    private static func second(at step: Step) -> Cycle {
        var cycle = Cycle.reading(0, uploads: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        cycle.commitAll(at: 100)
        _ = cycle.received(.uploads(0), offset: 1, at: 100)
        cycle.advance(to: step, at: 1_000)
        return cycle
    }

    /// Whether the next commit of this cycle begins its transaction before it derives.
    private static func isEarly(_ cycle: inout Cycle) -> Bool {
        _ = cycle.received(.uploads(0), offset: cycle.next(.uploads(0)) ?? 0, at: 5_000)
        return cycle.tick(positions: [:], at: 10_000).last == .perform(.begin)
    }

    @Test func `after one that has succeeded, a commit begins its transaction before it derives`() {
        var cycle = Self.second(at: .begin)
        #expect(!cycle.handsOver && !cycle.isInTransaction)
        #expect(cycle.succeeded(at: 1_001) == [.perform(.finishBatches)])
        #expect(cycle.isInTransaction)
        #expect(cycle.succeeded(at: 1_002) == [.perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 1_003) == [.perform(.produce)])
        #expect(cycle.succeeded(at: 1_004) == [.perform(.sendOffsets([.uploads(0): 2]))])
        #expect(cycle.succeeded(at: 1_005) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 1_006) == [.apply])
        #expect(!cycle.isInTransaction && !cycle.handsOver)
        // Markers alone have nothing to derive.
        #expect(cycle.tick(positions: [.uploads(0): 3], at: 3_000) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 3_001) == [.perform(.sendOffsets([.uploads(0): 3]))])
        _ = cycle.succeeded(at: 3_003)
        _ = cycle.succeeded(at: 3_004)
        #expect(Self.isEarly(&cycle))
    }

    @Test(arguments: [Step.finishBatches, .prepareTopics])
    func `what fails while records are handed over aborts, and the next commit derives first`(step: Step) {
        var cycle = Self.second(at: step)
        #expect(cycle.failed(.abort, at: 1_001) == [.perform(.abort)])
        #expect(cycle.succeeded(at: 1_002) == Self.again)
        #expect(!Self.isEarly(&cycle))
        cycle.commitAll(at: 10_000)
        while case .perform? = cycle.succeeded(at: 10_001).last {}
        #expect(Self.isEarly(&cycle))
    }

    @Test(arguments: [Step.finishBatches, .prepareTopics])
    func `a partition that fails while records are handed over aborts`(step: Step) {
        var cycle = Self.second(at: step)
        #expect(cycle.leaveAlone([0], at: 1_001) == [.leaveAlone([0]), .perform(.abort)])
    }

    @Test func `a producer is not renewed while it has records`() {
        var cycle = Self.second(at: .prepareTopics)
        #expect(cycle.failed(.renew, at: 1_001) == [.perform(.abort)])
        #expect(cycle.succeeded(at: 1_002) == Self.again)
        _ = cycle.received(.uploads(0), offset: 1, at: 1_003)
        cycle.advance(to: .prepareTopics, at: 10_000)
        #expect(cycle.failed(.renew, at: 10_001) == [.perform(.openProducer)])
    }

    @Test func `a transaction that cannot begin early is no transaction, and the next commit derives first`() {
        var cycle = Self.second(at: .begin)
        #expect(cycle.failed(.retry, at: 1_001) == [.performAgain(.begin, afterMilliseconds: 50)])
        #expect(cycle.failed(.abort, at: 1_100) == Self.again)
        #expect(!Self.isEarly(&cycle))
    }

    @Test func `after a new producer a commit derives first`() {
        var cycle = Self.second(at: .finishBatches)
        #expect(cycle.failed(.rebuild, at: 1_001) == [.suspend, .drop])
        #expect(cycle.mayHaveOpenTransaction)
        #expect(cycle.tick(positions: [:], at: 1_001) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: 1_002) == [.restore([0])])
        _ = cycle.restored(0, uploads: 1, connections: 0, settingsEnd: 0)
        #expect(!Self.isEarly(&cycle))
    }

    @Test func `a stop whose time is over takes back what was handed over`() {
        var cycle = Self.second(at: .prepareTopics)
        #expect(cycle.stopRequested(at: 1_001) == [])
        #expect(cycle.failed(.retry, at: 3_001) == [.perform(.abort)])
        #expect(cycle.succeeded(at: 3_002) == [.drop, .end])
    }

    @Test func `a store that can't be read ends the lane, and takes back what was handed over`() {
        var cycle = Self.second(at: .finishBatches)
        #expect(cycle.failedPermanently() == [.perform(.abort), .drop, .fail(.refused(nil))])
        #expect(cycle.hasEnded)
        #expect(cycle.succeeded(at: 1_002) == [])
    }
}
