import Testing
import Vocabulary
import Worker

/// Transcripts of bounds: how long and how often something is tried, and what is taken only once.
struct CycleBoundTests {
    /// A cycle with an upload in hand whose commit has come to this step.
    private static func committing(_ step: Step, at now: Int64 = 100) -> Cycle {
        var cycle = Cycle.reading(0, uploads: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        cycle.advance(to: step, at: now)
        return cycle
    }

    @Test func `pauses begin anew with each step`() {
        let send = Step.sendOffsets([.uploads(0): 1])
        var cycle = Self.committing(send)
        #expect(cycle.failed(.retry, at: 110) == [.performAgain(send, afterMilliseconds: 50)])
        #expect(cycle.failed(.retry, at: 120) == [.performAgain(send, afterMilliseconds: 100)])
        #expect(cycle.succeeded(at: 130) == [.perform(.commit)])
        #expect(cycle.failed(.retry, at: 140) == [.performAgain(.commit, afterMilliseconds: 50)])
    }

    @Test func `pauses between calls grow to a second`() {
        var cycle = Self.committing(.commit)
        var pauses: [Int64] = []
        for now: Int64 in 101...108 {
            guard case .performAgain(.commit, let pause)? = cycle.failed(.retry, at: now).first else { break }
            pauses.append(pause)
        }
        #expect(pauses == [50, 100, 200, 400, 800, 1_000, 1_000, 1_000])
    }

    @Test func `after aborts in a row commits wait ever longer, until one succeeds`() {
        var cycle = Cycle.reading(0, uploads: 0)
        var offset: Int64 = 0
        var pauses: [Int64] = []
        for round: Int64 in 0..<9 {
            let now = (round + 1) * 10_000
            if round == 7 {
                cycle.commitAll(at: now)
                offset = 1
            }
            _ = cycle.received(.uploads(0), offset: offset, at: now)
            cycle.advance(to: .commit, at: now + 1_000)
            #expect(cycle.failed(.abort, at: now + 1_000) == [.perform(.abort)])
            _ = cycle.succeeded(at: now + 1_000)
            #expect(cycle.received(.uploads(0), offset: offset, at: now + 1_000) == .take)
            pauses.append(cycle.nextTick - now - 1_000)
        }
        #expect(pauses == [100, 100, 200, 400, 800, 1_000, 1_000, 100, 100])
    }

    @Test func `what came after an abort waits out its pause, also where nothing more is to be read`() {
        var cycle = Cycle.reading(0, uploads: 0)
        for round: Int64 in 0..<4 {
            #expect(cycle.received(.uploads(0), offset: 0, at: round * 1_000) == .take)
            cycle.advance(to: .commit, at: max(round * 1_000, cycle.nextTick))
            _ = cycle.failed(.abort, at: round * 1_000 + 500)
            _ = cycle.succeeded(at: round * 1_000 + 500)
        }
        // Four aborts: 400 ms from the last.
        #expect(cycle.received(.uploads(0), offset: 0, at: 3_600) == .take)
        #expect(cycle.waitMilliseconds(at: 3_700) == 200)
        #expect(cycle.waitMilliseconds(at: 3_900) == 0)
    }

    @Test func `a lane with nothing in hand waits for its next look`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.tick(positions: [:], at: 150) == [])
        #expect(cycle.waitMilliseconds(at: 150) == 100)
    }

    @Test func `a call that a group waits for has the time of the group`() {
        var cycle = Cycle.reading(0, uploads: 0)
        _ = cycle.received(.uploads(0), offset: 0, at: 0)
        _ = cycle.revoked(at: 0)
        while cycle.succeeded(at: 0).last != .perform(.commit) {}
        #expect(cycle.failed(.retry, at: 9_999) == [.performAgain(.commit, afterMilliseconds: 50)])
        #expect(cycle.failed(.retry, at: 10_000) == [.suspend, .drop, .release([0])])
    }

    @Test func `an abort has a time of its own`() {
        var cycle = Self.committing(.commit)
        #expect(cycle.failed(.abort, at: 5_000) == [.perform(.abort)])
        #expect(cycle.failed(.retry, at: 5_200) == [.performAgain(.abort, afterMilliseconds: 50)])
        #expect(cycle.failed(.retry, at: 10_000) == [.suspend, .drop])
    }

    @Test func `a producer that nothing mends ends the lane`() {
        var cycle = Cycle(limits: .test)
        #expect(cycle.tick(positions: [:], at: 0) == [.perform(.openProducer)])
        #expect(cycle.failed(.stop, at: 1) == [.drop, .fail(.refused(.openProducer))])
    }

    @Test func `a rival may come while a producer is opened`() {
        var cycle = Self.committing(.commit)
        #expect(cycle.failed(.fenced, at: 200) == [.suspend, .drop])
        #expect(cycle.tick(positions: [:], at: 200) == [.perform(.openProducer)])
        _ = cycle.succeeded(at: 200)
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 300) == .take)
        cycle.commitAll(at: 1_000)
        #expect(cycle.received(.uploads(0), offset: 1, at: 1_000) == .take)
        cycle.advance(to: .commit, at: 2_000)
        _ = cycle.failed(.rebuild, at: 2_000)
        #expect(cycle.tick(positions: [:], at: cycle.nextTick) == [.perform(.openProducer)])
        #expect(cycle.failed(.fenced, at: 3_000) == [.drop, .fail(.fencedTwice)])
    }

    @Test func `within a transaction a producer is not renewed but made anew`() {
        var cycle = Self.committing(.produce)
        #expect(cycle.failed(.renew, at: 101) == [.suspend, .drop])
    }

    @Test func `a second request to stop leaves no more time`() {
        var cycle = Self.committing(.commit)
        #expect(cycle.stopRequested(at: 200) == [])
        #expect(cycle.stopRequested(at: 1_900) == [])
        #expect(cycle.failed(.retry, at: 2_200) == [.drop, .fail(.unfinished(.commit))])
    }

    @Test func `a stop waits for the producer that ends what was open, and for no other`() {
        var cycle = Self.committing(.commit)
        _ = cycle.failed(.rebuild, at: 200)
        #expect(cycle.tick(positions: [:], at: 200) == [.perform(.openProducer)])
        var opening = cycle
        #expect(opening.stopRequested(at: 210) == [])
        #expect(opening.succeeded(at: 220) == [.end])
        // One that has come has ended it.
        _ = cycle.succeeded(at: 220)
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 300) == .take)
        cycle.advance(to: .prepareTopics, at: 1_000)
        _ = cycle.failed(.rebuild, at: 1_000)
        #expect(cycle.stopRequested(at: 1_010) == [.end])
    }
}
