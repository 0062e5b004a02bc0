import Testing
import Vocabulary
import Worker

import struct Kafka.ErrorCode
import struct Kafka.KafkaError

/// Transcripts of what goes wrong.
struct CycleFaultTests {
    @Test
    func `a revoke commits what is in hand before the partitions go`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(cycle.revoked(at: 20) == [.perform(.finishBatches)])
        for _ in 0..<4 { _ = cycle.succeeded(at: 21) }
        #expect(cycle.succeeded(at: 22) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 23) == [.apply, .release([0])])
        #expect(cycle.assigned.isEmpty)
    }

    @Test
    func `a revoke with nothing in hand lets go at once`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.revoked(at: 20) == [.release([0])])
    }

    @Test
    func `lost partitions take their batches with them`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(cycle.lost() == [.drop, .release([0])])
        #expect(!cycle.hasInput)
        #expect(cycle.assigned([1]) == [.restore([1])])
    }

    @Test
    func `an abort reads everything again from the last committed offsets`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 5, at: 10) == .take)
        cycle.advance(to: .sendOffsets([.uploads(0): 6]), at: 110)
        #expect(cycle.failed(.abort, at: 115) == [.perform(.abort)])
        #expect(cycle.succeeded(at: 116) == [.drop, .seek([.uploads(0): 5, .connections(0): 0])])
        #expect(cycle.received(.uploads(0), offset: 5, at: 120) == .take)
        // The next attempt waits a little, in case that the cause has not passed.
        #expect(cycle.nextTick == 220)
    }

    @Test
    func `an abort before the transaction began has nothing to abort`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 5, at: 10) == .take)
        cycle.advance(to: .prepareTopics, at: 110)
        #expect(cycle.failed(.abort, at: 111) == [.drop, .seek([.uploads(0): 5, .connections(0): 0])])
    }

    @Test
    func `settings that were not committed are read again before the uploads`() {
        var cycle = Cycle.joined([0])
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 1)
        #expect(cycle.received(.connections(0), offset: 0, at: 0) == .take)
        #expect(cycle.tick(positions: [:], at: 100) == [.resume([.uploads(0)]), .perform(.finishBatches)])
        #expect(
            cycle.failed(.abort, at: 110)
                == [.drop, .pause([.uploads(0)]), .seek([.uploads(0): 0, .connections(0): 0])]
        )
        #expect(cycle.received(.uploads(0), offset: 0, at: 111) == .putBack(0))
    }

    @Test
    func `a retriable call is made again until the time is over, then the transaction is aborted`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        let send = Step.sendOffsets([.uploads(0): 1])
        cycle.advance(to: send, at: 100)
        #expect(cycle.failed(.retry, at: 200) == [.performAgain(send, afterMilliseconds: 50)])
        #expect(cycle.failed(.retry, at: 300) == [.performAgain(send, afterMilliseconds: 100)])
        #expect(cycle.failed(.retry, at: 5_101) == [.perform(.abort)])
    }

    @Test
    func `a commit of unknown fate makes the lane ask the broker`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.failed(.retry, at: 5_101) == [.suspend, .drop])
        #expect(cycle.tick(positions: [:], at: 5_101) == [.perform(.openProducer)])
        #expect(cycle.restored(0, uploads: 1, connections: 0, settingsEnd: 0) == [])
        #expect(cycle.succeeded(at: 5_200) == [.restore([0])])
    }

    @Test
    func `partitions that come while there is no producer are restored once there is one`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.failed(.rebuild, at: 101) == [.suspend, .drop])
        #expect(cycle.revoked(at: 102) == [.release([0])])
        #expect(cycle.assigned([3]) == [])
        #expect(cycle.tick(positions: [:], at: 103) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: 104) == [.restore([3])])
    }

    @Test(arguments: [Recovery.abort, .rebuild])
    func `partitions revoked in a failing commit go all the same`(verdict: Recovery) {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        #expect(cycle.revoked(at: 1) == [.perform(.finishBatches)])
        for _ in 0..<3 { _ = cycle.succeeded(at: 2) }
        if verdict == .abort {
            #expect(cycle.failed(.abort, at: 3) == [.perform(.abort)])
            #expect(cycle.succeeded(at: 4) == [.drop, .release([0])])
        } else {
            #expect(cycle.failed(.rebuild, at: 3) == [.suspend, .drop, .release([0])])
        }
        #expect(cycle.assigned.isEmpty)
    }

    @Test
    func `a stop commits what is in hand and ends`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        #expect(cycle.stopRequested(at: 1) == [.perform(.finishBatches)])
        for _ in 0..<5 { _ = cycle.succeeded(at: 2) }
        #expect(cycle.succeeded(at: 3) == [.apply, .end])
    }

    @Test
    func `a stop with nothing in hand ends at once, also during a restore`() {
        var idle = Cycle.reading(0, uploads: 0)
        #expect(idle.stopRequested(at: 1) == [.end])
        var restoring = Cycle.joined([0])
        #expect(restoring.stopRequested(at: 1) == [.end])
    }

    @Test
    func `a stop during a commit that does not succeed ends when its time is over`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.stopRequested(at: 200) == [])
        #expect(cycle.failed(.retry, at: 300) == [.performAgain(.commit, afterMilliseconds: 50)])
        #expect(cycle.failed(.retry, at: 2_200) == [.drop, .fail(.unfinished(.commit))])
    }

    @Test
    func `a stop whose time is over aborts what is open, and only then is it in order`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .sendOffsets([.uploads(0): 1]), at: 100)
        #expect(cycle.stopRequested(at: 200) == [])
        #expect(cycle.failed(.retry, at: 2_200) == [.perform(.abort)])
        var other = cycle
        #expect(cycle.succeeded(at: 2_300) == [.drop, .end])
        #expect(other.failed(.retry, at: 2_300) == [.drop, .fail(.unfinished(.abort))])
    }

    @Test(arguments: [Recovery.rebuild, .fenced])
    func `a producer that breaks during a stop has a successor that ends what is open, if it comes in time`(
        recovery: Recovery
    ) {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.stopRequested(at: 200) == [])
        let actions = cycle.failed(recovery, at: 300)
        // Whoever fenced it has ended its transaction.
        if recovery == .fenced { return #expect(actions == [.suspend, .drop, .end]) }
        #expect(actions == [.suspend, .drop])
        #expect(cycle.tick(positions: [:], at: 300) == [.perform(.openProducer)])
        var late = cycle
        #expect(cycle.succeeded(at: 400) == [.end])
        #expect(late.failed(.rebuild, at: 2_300) == [.drop, .fail(.unfinished(.openProducer))])
    }

    @Test
    func `partitions that go in a stop go at once, also while it waits for a producer`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        #expect(cycle.revoked(at: 1) == [.perform(.finishBatches)])
        for _ in 0..<3 { _ = cycle.succeeded(at: 2) }
        #expect(cycle.stopRequested(at: 3) == [])
        #expect(cycle.failed(.rebuild, at: 4) == [.suspend, .drop, .release([0])])
        #expect(cycle.tick(positions: [:], at: 4) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: 5) == [.end])
    }

    @Test
    func `an abort that the broker knows nothing of leaves nothing open, also during a stop`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.failed(.abort, at: 150) == [.perform(.abort)])
        var stopped = cycle
        let gone = KafkaError(.abort, .invalidTransactionState, isFatal: true)
        #expect(cycle.failed(Recovery(gone, in: .abort), at: 200) == [.suspend, .drop])
        #expect(cycle.stopRequested(at: 300) == [.end])
        #expect(stopped.stopRequested(at: 160) == [])
        #expect(stopped.failed(Recovery(gone, in: .abort), at: 200) == [.suspend, .drop, .end])
        let unheardOf = KafkaError(.abort, ErrorCode(rawValue: 9999), isFatal: true)
        #expect(Recovery(unheardOf, in: .abort) == .rebuild && Recovery(gone, in: .commit) == .rebuild)
    }

    @Test
    func `a stop between two producers is in order only if the first left nothing open`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .commit, at: 100)
        #expect(cycle.failed(.rebuild, at: 200) == [.suspend, .drop])
        #expect(cycle.stopRequested(at: 300) == [])
        #expect(cycle.tick(positions: [:], at: 300) == [.perform(.openProducer)])
        var unanswered = cycle
        #expect(cycle.succeeded(at: 400) == [.end])
        // Nobody answers until its time is over.
        #expect(unanswered.failed(.retry, at: 400) == [])
        #expect(unanswered.tick(positions: [:], at: 450) == [.perform(.openProducer)])
        #expect(unanswered.failed(.rebuild, at: 500) == [])
        #expect(unanswered.nextTick <= 2_300)
        #expect(unanswered.tick(positions: [:], at: 2_300) == [.drop, .fail(.unfinished(.openProducer))])
    }

    @Test
    func `what nothing mends ends the lane with the step at fault`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .prepareTopics, at: 100)
        #expect(cycle.failed(.stop, at: 101) == [.drop, .fail(.refused(.prepareTopics))])
        var fenced = Cycle.reading(0, uploads: 0)
        #expect(fenced.consumerFailed() == [.drop, .fail(.consumer)])
        #expect(fenced.consumerFailed() == [])
        #expect(!fenced.mayHaveOpenTransaction)
        var committing = Cycle.reading(0, uploads: 0)
        #expect(committing.received(.uploads(0), offset: 0, at: 0) == .take)
        committing.advance(to: .commit, at: 100)
        #expect(committing.consumerFailed() == [.drop, .fail(.consumer)])
        #expect(committing.mayHaveOpenTransaction)
    }

    @Test
    func `a failure outside of commits ends the lane once`() {
        var cycle = Cycle.joined([0])
        #expect(cycle.failedPermanently() == [.drop, .fail(.refused(nil))])
        #expect(cycle.failedPermanently() == [])
        #expect(cycle.stopRequested(at: 1) == [])
    }
}
