import Testing
import Vocabulary
import Worker

/// Transcripts of producers that are fenced, break, or are made anew.
struct CycleProducerTests {
    /// Lets a transaction of a new upload fail with this verdict, so long after it began, and the next producer come.
    private static func fail(_ verdict: Recovery, _ cycle: inout Cycle, at now: Int64, after age: Int64 = 0) -> [Action]
    {
        #expect(cycle.received(.uploads(0), offset: cycle.next(.uploads(0)) ?? -1, at: now) == .take)
        cycle.advance(to: .sendOffsets([.uploads(0): 1]), at: max(cycle.nextTick, now))
        let actions = cycle.failed(verdict, at: now + age)
        guard !cycle.hasEnded else { return actions }
        let due = cycle.nextTick
        #expect(cycle.tick(positions: [:], at: due) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: due) == [.restore([0])])
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0)
        return actions
    }

    @Test
    func `fenced again soon after it was back, the lane has a rival and stops`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(Self.fail(.fenced, &cycle, at: 1_000) == [.suspend, .drop])
        #expect(Self.fail(.fenced, &cycle, at: 200_000) == [.drop, .fail(.fencedTwice)])
        #expect(cycle.hasEnded)
    }

    @Test
    func `fenced a minute after it was back is another story`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(Self.fail(.fenced, &cycle, at: 1_000) == [.suspend, .drop])
        #expect(cycle.received(.uploads(0), offset: 0, at: 2_000) == .take)
        cycle.commitAll(at: 3_000)
        #expect(cycle.received(.uploads(0), offset: 1, at: 64_000) == .take)
        cycle.advance(to: .commit, at: 64_100)
        #expect(cycle.failed(.fenced, at: 64_200) == [.suspend, .drop])
    }

    @Test
    func `a transaction that outlived its timeout was ended by the broker, however often`() {
        var cycle = Cycle.reading(0, uploads: 0)
        for outage: Int64 in 0..<5 {
            #expect(Self.fail(.fenced, &cycle, at: outage * 40_000, after: 31_000) == [.suspend, .drop])
        }
    }

    @Test
    func `errors that say nothing of a rival make new producers, ever more slowly, and end nothing`() {
        var cycle = Cycle.reading(0, uploads: 0)
        var pauses: [Int64] = []
        for failure: Int64 in 0..<13 {
            let now = failure * 50_000
            #expect(cycle.received(.uploads(0), offset: 0, at: now) == .take)
            cycle.advance(to: .commit, at: now + 100)
            #expect(cycle.failed(.rebuild, at: now + 200) == [.suspend, .drop])
            pauses.append(cycle.nextTick - now - 200)
            _ = cycle.tick(positions: [:], at: cycle.nextTick)
            _ = cycle.succeeded(at: now + 40_000)
            _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0)
        }
        #expect(pauses == [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000])
        #expect(cycle.received(.uploads(0), offset: 0, at: 700_000) == .take)
        cycle.commitAll(at: 700_100)
        #expect(cycle.received(.uploads(0), offset: 1, at: 701_000) == .take)
        cycle.advance(to: .commit, at: 701_100)
        _ = cycle.failed(.rebuild, at: 701_200)
        #expect(cycle.nextTick == 701_200)
    }

    @Test
    func `a producer that knows too many topics is made anew within the commit`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .prepareTopics, at: 100)
        #expect(cycle.failed(.renew, at: 101) == [.perform(.openProducer)])
        // One that is not answered yet is asked again: nothing is done with half a producer.
        #expect(cycle.failed(.retry, at: 102) == [.performAgain(.openProducer, afterMilliseconds: 50)])
        #expect(cycle.succeeded(at: 103) == [.perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 104) == [.perform(.begin)])
    }

    @Test
    func `one that cannot be had in time is no producer, and all begins anew`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 0) == .take)
        cycle.advance(to: .prepareTopics, at: 100)
        _ = cycle.failed(.renew, at: 101)
        #expect(cycle.failed(.retry, at: 6_000) == [.suspend, .drop])
        #expect(cycle.tick(positions: [:], at: 6_000) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: 6_100) == [.restore([0])])
    }
}
