import Testing
import Vocabulary
import Worker

/// Transcripts of what a lane takes of its group, and what it has already.
struct CycleGroupTests {
    @Test func `an assignment takes the place of the one before`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.assigned([1]) == [.restore([1])])
        #expect(cycle.assigned == [1])
        #expect(cycle.received(.uploads(0), offset: 5, at: 1) == .skip)
    }

    @Test func `a restore is taken once`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 5, at: 1) == .take)
        #expect(cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 9) == [])
        #expect(cycle.received(.uploads(0), offset: 5, at: 1) == .skip)
    }

    @Test func `settings are read to their very end, each once`() {
        var cycle = Cycle.joined([0])
        _ = cycle.restored(0, uploads: 0, connections: 0, settingsEnd: 2)
        #expect(cycle.received(.connections(0), offset: 0, at: 0) == .take)
        #expect(cycle.received(.connections(0), offset: 0, at: 0) == .skip)
        #expect(cycle.tick(positions: [:], at: 100) == [.perform(.finishBatches)])
        #expect(!cycle.isActive(0))
        for now: Int64 in 101...103 { _ = cycle.succeeded(at: now) }
        #expect(cycle.succeeded(at: 104) == [.perform(.sendOffsets([.connections(0): 1]))])
        _ = cycle.succeeded(at: 105)
        #expect(cycle.succeeded(at: 106) == [.apply])
        #expect(cycle.received(.connections(0), offset: 1, at: 110) == .take)
        #expect(cycle.tick(positions: [:], at: 300) == [.resume([.uploads(0)]), .perform(.begin)])
    }

    @Test func `a position never goes back`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.tick(positions: [.uploads(0): 9], at: 100) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 101) == [.perform(.sendOffsets([.uploads(0): 9]))])
        _ = cycle.succeeded(at: 102)
        _ = cycle.succeeded(at: 103)
        #expect(cycle.tick(positions: [.uploads(0): 3], at: 300) == [])
        #expect(cycle.next(.uploads(0)) == 9)
    }

    @Test func `of a partition that is left alone neither uploads nor settings are committed`() {
        var cycle = Cycle.joined([0, 1])
        for partition: Int32 in [0, 1] {
            _ = cycle.restored(partition, uploads: 0, connections: 0, settingsEnd: 1)
            #expect(cycle.received(.connections(partition), offset: 0, at: 0) == .take)
        }
        _ = cycle.tick(positions: [:], at: 100)
        #expect(cycle.received(.uploads(1), offset: 0, at: 100) == .take)
        #expect(cycle.leaveAlone([0], at: 101) == [.leaveAlone([0]), .perform(.prepareTopics)])
        _ = cycle.succeeded(at: 102)
        _ = cycle.succeeded(at: 103)
        #expect(cycle.succeeded(at: 104) == [.perform(.sendOffsets([.connections(1): 1]))])
    }

    @Test func `a re-derivation says where its own partition stands, and waits for its settings`() {
        var cycle = Cycle.joined([0, 1])
        _ = cycle.restored(0, uploads: 3, connections: 0, settingsEnd: 1)
        _ = cycle.restored(1, uploads: 7, connections: 2, settingsEnd: 2)
        cycle.mustRederive(0)
        cycle.idle()
        #expect(cycle.tick(positions: [:], at: 100) == [])
        cycle.mustRederive(1)
        guard case .perform(.rederive(1, _))? = cycle.tick(positions: [:], at: 200).last else {
            Issue.record("the partition that is read is not derived")
            return
        }
        _ = cycle.succeeded(at: 201)
        _ = cycle.succeeded(at: 201)
        _ = cycle.succeeded(at: 201)
        #expect(cycle.succeeded(at: 202) == [.perform(.sendOffsets([.uploads(1): 7, .connections(1): 2]))])
    }

    @Test func `a re-derivation that fails waits, and takes less, but never nothing`() {
        var cycle = Cycle.reading(0, uploads: 0)
        cycle.mustRederive(0)
        var budgets: [Int] = []
        var now: Int64 = 0
        for _ in 0..<6 {
            cycle.idle()
            guard case .perform(.rederive(_, let budget))? = cycle.tick(positions: [:], at: now).last else { break }
            budgets.append(budget >> 10)
            _ = cycle.failed(.abort, at: now)
            cycle.idle()
            #expect(cycle.tick(positions: [:], at: now + 49) == [])
            now += 2_000
        }
        #expect(budgets == [256, 128, 64, 32, 16, 16])
    }

    @Test func `a re-derivation that takes for ever is made no shorter than its least`() {
        var cycle = Cycle.reading(0, uploads: 0)
        cycle.mustRederive(0)
        var budgets: [Int] = []
        var now: Int64 = 0
        for _ in 0..<7 {
            cycle.idle()
            var actions = cycle.tick(positions: [:], at: now)
            guard case .perform(.rederive(_, let budget))? = actions.last else { break }
            budgets.append(budget >> 10)
            now += 60_000
            while case .perform? = actions.last { actions = cycle.succeeded(at: now) }
        }
        #expect(budgets == [256, 128, 64, 32, 16, 16, 16])
    }

    @Test func `only uploads begin at an offset in a replay`() {
        let range = ReplayRange(uploads: [5..<9, 2..<3], connections: [3, 4])
        #expect(range.begin(.uploads(1)) == 2 && range.begin(.connections(1)) == nil)
        #expect(range.begin(.uploads(2)) == nil && range.end(.uploads(2)) == nil)
        #expect(range.end(.connections(1)) == 4 && range.end(.uploads(1)) == 3)
        #expect(range.partitions == 2)
    }
}
