import Testing
import Vocabulary
import Worker

/// Transcripts: what happened, and what the lane is to do.
struct CycleTests {
    @Test
    func `a lane opens its producer before it joins the group`() {
        var cycle = Cycle(limits: .test)
        #expect(cycle.tick(positions: [:], at: 0) == [.perform(.openProducer)])
        #expect(cycle.succeeded(at: 1) == [.subscribe])
        #expect(cycle.assigned([2, 0]) == [.restore([0, 2])])
        #expect(!cycle.isRestored)
    }

    @Test
    func `a producer that cannot be had yet is tried again, ever more slowly`() {
        var cycle = Cycle(limits: .test)
        #expect(cycle.tick(positions: [:], at: 0) == [.perform(.openProducer)])
        #expect(cycle.failed(.retry, at: 10) == [])
        #expect(cycle.nextTick == 60)
        #expect(cycle.tick(positions: [:], at: 59) == [])
        #expect(cycle.tick(positions: [:], at: 60) == [.perform(.openProducer)])
        #expect(cycle.failed(.retry, at: 70) == [])
        #expect(cycle.nextTick == 170)
        #expect(cycle.stopRequested(at: 80) == [.end])
    }

    @Test
    func `a restored partition reads its settings to their end before its uploads`() {
        var cycle = Cycle.joined([0])
        #expect(
            cycle.restored(0, uploads: 5, connections: 1, settingsEnd: 3)
                == [.seek([.uploads(0): 5, .connections(0): 1]), .resume([.connections(0)])]
        )
        #expect(cycle.received(.connections(0), offset: 1, at: 10) == .take)
        #expect(cycle.received(.uploads(0), offset: 5, at: 10) == .putBack(5))
        #expect(!cycle.isActive(0))
        // The record at 2 was compacted away: the position says that the end is reached.
        #expect(
            cycle.tick(positions: [.connections(0): 3], at: 110)
                == [.resume([.uploads(0)]), .perform(.finishBatches)]
        )
        #expect(cycle.isActive(0))
    }

    @Test
    func `a commit derives, prepares topics, and does all else within the transaction`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 5, at: 10) == .take)
        #expect(cycle.received(.uploads(0), offset: 8, at: 20) == .take)
        #expect(cycle.nextTick == 110)
        #expect(cycle.tick(positions: [:], at: 110) == [.perform(.finishBatches)])
        #expect(cycle.succeeded(at: 111) == [.perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 112) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 113) == [.perform(.produce)])
        #expect(cycle.succeeded(at: 114) == [.perform(.sendOffsets([.uploads(0): 9]))])
        #expect(cycle.succeeded(at: 115) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 116) == [.apply])
        #expect(cycle.committed[.uploads(0)] == 9)
        #expect(!cycle.hasInput)
    }

    @Test
    func `a full batch does not wait for the interval`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(cycle.holding(bytes: 999, connections: 9, at: 10) == [])
        #expect(cycle.holding(bytes: 1_000, connections: 1, at: 10) == [.perform(.finishBatches)])
        var other = Cycle.reading(0, uploads: 0)
        #expect(other.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(other.holding(bytes: 1, connections: 10, at: 10) == [.perform(.finishBatches)])
    }

    @Test
    func `what has come is derived before it is due up to a quarter of a full batch`() {
        let cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.mayDeriveAhead(holding: 249))
        #expect(!cycle.mayDeriveAhead(holding: 250))
    }

    @Test
    func `markers alone move the offsets by a transaction without records`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.tick(positions: [.uploads(0): 5], at: 200) == [])
        #expect(cycle.tick(positions: [.uploads(0): 6], at: 300) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 301) == [.perform(.sendOffsets([.uploads(0): 6]))])
        #expect(cycle.succeeded(at: 302) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 303) == [])
        #expect(cycle.tick(positions: [.uploads(0): 6], at: 500) == [])
    }

    @Test
    func `the interval doubles under backlog and falls back when there was nothing to read`() {
        var cycle = Cycle.reading(0, uploads: 0)
        cycle.lagging(by: 100)
        var offset: Int64 = 0
        var intervals: [Int64] = []
        for round in 0..<5 {
            let now = Int64(round) * 10_000
            if round == 4 { cycle.idle() }
            #expect(cycle.received(.uploads(0), offset: offset, at: now) == .take)
            intervals.append(cycle.nextTick - now)
            offset += 1
            cycle.commitAll(at: cycle.nextTick)
        }
        #expect(intervals == [100, 100, 200, 400, 500])
        #expect(cycle.received(.uploads(0), offset: offset, at: 90_000) == .take)
        #expect(cycle.nextTick == 90_100)
    }

    @Test
    func `what came while a commit went on is committed as soon as all of it is read`() {
        var cycle = Cycle.reading(0, uploads: 0)
        #expect(cycle.received(.uploads(0), offset: 0, at: 1000) == .take)
        // All the first records wait for is that nothing more is there.
        #expect(cycle.waitMilliseconds(at: 1000) == 0)
        #expect(cycle.nextTick == 1100)
        cycle.idle()
        #expect(cycle.nextTick <= 1000)
        cycle.commitAll(at: 1000)
        // The next commit follows the interval after that one began, and not before.
        #expect(cycle.received(.uploads(0), offset: 1, at: 1040) == .take)
        #expect(cycle.waitMilliseconds(at: 1040) == 100)
        cycle.idle()
        #expect(cycle.nextTick == 1100)
        #expect(cycle.received(.uploads(0), offset: 2, at: 1050) == .take)
        #expect(cycle.waitMilliseconds(at: 1050) == 50)
        // While there is always more, it is gathered for the whole interval.
        cycle.commitAll(at: 1100)
        cycle.idle()
        #expect(cycle.received(.uploads(0), offset: 3, at: 1300) == .take)
        #expect(cycle.received(.uploads(0), offset: 4, at: 1390) == .take)
        #expect(cycle.nextTick == 1400)
    }

    @Test
    func `records that come as fast as they are read are no backlog`() {
        var cycle = Cycle.reading(0, uploads: 0)
        var intervals: [Int64] = []
        for (round, lag) in [9, 9, 2, 1, 9].enumerated() {
            let now = Int64(round) * 10_000
            for record in 0..<2 {
                #expect(cycle.received(.uploads(0), offset: Int64(2 * round + record), at: now) == .take)
            }
            intervals.append(cycle.nextTick - now)
            cycle.lagging(by: lag)
            cycle.commitAll(at: cycle.nextTick)
        }
        // The first commit follows idleness; then the lag is longer than what a commit took, then it is not.
        #expect(intervals == [100, 100, 200, 100, 100])
    }

    @Test
    func `a record from before the position passes`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 4, at: 1) == .skip)
        #expect(cycle.received(.uploads(1), offset: 9, at: 1) == .skip)
        #expect(cycle.received(.uploads(0), offset: 5, at: 1) == .take)
        #expect(cycle.received(.uploads(0), offset: 5, at: 1) == .skip)
    }

    @Test
    func `other partitions go on while one is restored`() {
        var cycle = Cycle.joined([0, 1])
        #expect(cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 0).count == 2)
        #expect(cycle.received(.uploads(0), offset: 0, at: 10) == .take)
        #expect(cycle.received(.uploads(1), offset: 0, at: 10) == .skip)
        #expect(cycle.tick(positions: [.uploads(1): 7], at: 200) == [.perform(.finishBatches)])
        for _ in 0..<3 { _ = cycle.succeeded(at: 201) }
        #expect(cycle.succeeded(at: 202) == [.perform(.sendOffsets([.uploads(0): 1]))])
        #expect(!cycle.isRestored)
    }
}
