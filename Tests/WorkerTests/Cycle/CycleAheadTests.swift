import Testing
import Vocabulary
import Worker

/// Transcripts of transactions that begin while input is gathered.
struct CycleAheadTests {
    private static let again: [Action] = [.drop, .seek([.uploads(0): 1, .connections(0): 0])]

    /// A cycle that has committed once, has a further record in hand, and an open transaction.
    private static func open() -> Cycle {
        var cycle = ready()
        _ = cycle.beginAhead(at: 210)
        _ = cycle.succeeded(at: 211)
        return cycle
    }

    /// The same before the transaction begins.
    private static func ready() -> Cycle {
        var cycle = Cycle.reading(0, uploads: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        cycle.commitAll(at: 100)
        _ = cycle.received(.uploads(0), offset: 1, at: 200)
        return cycle
    }

    @Test func `a transaction that has begun while input is gathered is that of the next commit`() {
        var cycle = Self.ready()
        #expect(cycle.beginAhead(at: 210) == [.perform(.begin)])
        #expect(!cycle.handsOver && !cycle.isInTransaction)
        #expect(cycle.succeeded(at: 211) == [])
        #expect(cycle.isInTransaction)
        // Once.
        #expect(cycle.beginAhead(at: 212) == [])
        #expect(cycle.received(.uploads(0), offset: 2, at: 220) == .take)
        #expect(cycle.tick(positions: [:], at: 250) == [])
        #expect(cycle.tick(positions: [:], at: 300) == [.perform(.finishBatches)])
        #expect(cycle.handsOver && cycle.isInTransaction)
        #expect(cycle.succeeded(at: 301) == [.perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 302) == [.perform(.produce)])
        #expect(cycle.succeeded(at: 303) == [.perform(.sendOffsets([.uploads(0): 3]))])
        #expect(cycle.succeeded(at: 304) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 305) == [.apply])
        #expect(!cycle.isInTransaction)
    }

    @Test func `derived records are handed over once, shortly before the commit is due`() {
        var cycle = Cycle.reading(0, uploads: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        for (offset, committed) in [(1, 100), (2, 200)] as [(Int64, Int64)] {
            cycle.commitAll(at: committed)
            _ = cycle.received(.uploads(0), offset: offset, at: committed + 10)
            cycle.idle()
            var begun = [cycle.beginHandOver(at: committed + 90)]
            _ = cycle.beginAhead(at: committed + 10)
            begun.append(cycle.beginHandOver(at: committed + 90))
            _ = cycle.succeeded(at: committed + 11)
            #expect(cycle.waitMilliseconds(at: committed + 15) == 60)
            for later: Int64 in [74, 75, 76] { begun.append(cycle.beginHandOver(at: committed + later)) }
            #expect(begun == [false, false, false, true, false])
            #expect(cycle.waitMilliseconds(at: committed + 76) == 24)
        }
    }

    @Test func `nothing is handed over early after a topic did not accept a record`() {
        var cycle = Self.open()
        cycle.handoverBlocked()
        let isBegun = cycle.beginHandOver(at: 290)
        #expect(!isBegun)
    }

    @Test func `nothing begins while nothing is in hand, nor before a commit has succeeded, nor in a stop`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.beginAhead(at: 1) == [])
        _ = cycle.received(.uploads(0), offset: 0, at: 2)
        #expect(cycle.beginAhead(at: 3) == [])
        cycle.commitAll(at: 102)
        #expect(cycle.beginAhead(at: 103) == [])
        _ = cycle.received(.uploads(0), offset: 1, at: 104)
        #expect(cycle.stopRequested(at: 105) == [.perform(.begin)])
        #expect(cycle.beginAhead(at: 106) == [])
    }

    @Test func `a further record of what is closed is read again after a commit that comes at once`() {
        var cycle = Self.open()
        #expect(cycle.received(.uploads(0), offset: 2, isClosed: true, at: 220) == .wait)
        #expect(cycle.mustWait(.uploads(0), at: 2, at: 220) == [.seek([.uploads(0): 2]), .perform(.finishBatches)])
        cycle.advance(to: .commit, at: 221)
        #expect(cycle.committed == [.uploads(0): 1, .connections(0): 0])
        while case .perform? = cycle.succeeded(at: 222).last {}
        #expect(cycle.committed == [.uploads(0): 2, .connections(0): 0])
        #expect(cycle.received(.uploads(0), offset: 2, at: 223) == .take)
    }

    /// A transaction of a cycle that gathers input for long: begun at 211, committed from 15,000 on.
    private static func gathered(for milliseconds: Int64) -> Cycle {
        var limits = Cycle.Limits.test
        (limits.intervalMilliseconds, limits.retryMilliseconds) = (milliseconds, 20_000)
        var cycle = Cycle(limits: limits)
        _ = cycle.tick(positions: [:], at: 0)
        _ = cycle.succeeded(at: 0)
        _ = cycle.assigned([0])
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        cycle.commitAll(at: milliseconds)
        _ = cycle.received(.uploads(0), offset: 1, at: milliseconds + 100)
        _ = cycle.beginAhead(at: milliseconds + 100)
        _ = cycle.succeeded(at: milliseconds + 100)
        return cycle
    }

    @Test func `a step is repeated no longer than the transaction that began ahead lasts, and its abort is`() {
        var cycle = Self.gathered(for: 15_000)
        cycle.advance(to: .sendOffsets([.uploads(0): 2]), at: 30_100)
        guard case .performAgain? = cycle.failed(.retry, at: 35_099).last else { return #expect(Bool(false)) }
        #expect(cycle.failed(.retry, at: 35_100) == [.perform(.abort)])
        guard case .performAgain? = cycle.failed(.retry, at: 36_000).last else { return #expect(Bool(false)) }
    }

    @Test func `where connections send several at once, or much waits, no transaction begins before its commit`() {
        var cycle = Self.open()
        _ = cycle.mustWait(.uploads(0), at: 2, at: 1_000)
        while case .perform? = cycle.succeeded(at: 1_001).last {}
        _ = cycle.received(.uploads(0), offset: 2, at: 1_010)
        #expect(cycle.beginAhead(at: 1_999) == [])
        cycle.lagging(by: 2)
        #expect(cycle.beginAhead(at: 2_000) == [])
        cycle.lagging(by: 1)
        #expect(cycle.beginAhead(at: 2_000) == [.perform(.begin)])
    }

    @Test func `settings of what is closed wait too, and what was read before is passed over`() {
        var cycle = Self.open()
        #expect(cycle.received(.uploads(0), offset: 1, isClosed: true, at: 220) == .skip)
        #expect(cycle.received(.connections(0), offset: 0, isClosed: true, at: 220) == .wait)
        #expect(cycle.next(.connections(0)) == 0)
    }

    @Test func `a batch that is full is committed in the open transaction`() {
        var cycle = Self.open()
        #expect(cycle.holding(bytes: 1_000, connections: 1, at: 212) == [.perform(.finishBatches)])
    }

    @Test func `what goes is committed in the open transaction`() {
        var cycle = Self.open()
        #expect(cycle.revoked([0], at: 220) == [.perform(.finishBatches)])
        var stopping = Self.open()
        #expect(stopping.stopRequested(at: 220) == [.perform(.finishBatches)])
    }

    @Test func `a stop while the transaction begins commits in it`() {
        var cycle = Self.ready()
        _ = cycle.beginAhead(at: 210)
        #expect(cycle.stopRequested(at: 211) == [])
        #expect(cycle.succeeded(at: 212) == [.perform(.finishBatches)])
    }

    @Test func `what is another's already is aborted, and the rest is read again`() {
        var cycle = Cycle.reading([0, 1])
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        cycle.commitAll(at: 100)
        _ = cycle.received(.uploads(1), offset: 0, at: 200)
        _ = cycle.beginAhead(at: 210)
        _ = cycle.succeeded(at: 211)
        #expect(cycle.lost([1]) == [.release([1]), .perform(.abort)])
        #expect(cycle.succeeded(at: 221) == Self.again)
        #expect(!cycle.isInTransaction)
    }

    @Test func `a partition that fails takes the open transaction with it, one that is not assigned does not`() {
        var cycle = Self.open()
        #expect(cycle.leaveAlone([7], at: 220) == [])
        #expect(cycle.isInTransaction)
        #expect(cycle.leaveAlone([0], at: 220) == [.leaveAlone([0]), .perform(.abort)])
        #expect(cycle.succeeded(at: 221) == [.drop])
    }

    @Test func `records that can't be handed over abort, and the next commit derives first`() {
        var cycle = Self.open()
        #expect(cycle.failed(.abort, at: 220) == [.perform(.abort)])
        #expect(cycle.succeeded(at: 221) == Self.again)
        _ = cycle.received(.uploads(0), offset: 1, at: 222)
        #expect(cycle.beginAhead(at: 223) == [])
        #expect(cycle.tick(positions: [:], at: 10_000) == [.perform(.finishBatches)])
        var unbegun = Self.ready()
        #expect(unbegun.failed(.abort, at: 220) == [])
    }

    @Test func `a producer that breaks while input is gathered may leave a transaction open`() {
        var cycle = Self.open()
        #expect(cycle.failed(.rebuild, at: 220) == [.suspend, .drop])
        #expect(cycle.mayHaveOpenTransaction)
    }

    @Test func `a transaction that can't begin lets go of what is in hand`() {
        var cycle = Self.ready()
        _ = cycle.beginAhead(at: 210)
        #expect(cycle.failed(.abort, at: 211) == Self.again)
        #expect(!cycle.isInTransaction)
    }

    @Test func `what can't go on ends the open transaction, and a consumer that fails leaves it open`() {
        var cycle = Self.open()
        #expect(cycle.failedPermanently() == [.perform(.abort), .drop, .fail(.refused(nil))])
        #expect(cycle.succeeded(at: 220) == [])
        var other = Self.open()
        #expect(other.consumerFailed() == [.drop, .fail(.consumer)])
        #expect(other.mayHaveOpenTransaction)
    }
}
