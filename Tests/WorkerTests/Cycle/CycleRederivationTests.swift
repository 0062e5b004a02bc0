import Testing
import Vocabulary
import Worker

/// Documents that other rules have shaped are derived again in the time that uploads leave, and in a tenth of it at least.
struct CycleRederivationTests {
    private static let budget = 256 << 10

    /// A cycle that reads a partition from 10, whose documents must be derived again.
    private static func behind(_ partition: Int32 = 3) -> Cycle {
        var cycle = Cycle.reading(partition, uploads: 10)
        cycle.mustRederive(partition)
        return cycle
    }

    /// Lets a commit of re-derivation succeed that has just begun and takes so long.
    private static func finish(_ cycle: inout Cycle, isDone: Bool, at now: Int64) -> [Action] {
        cycle.rederived(isDone: isDone)
        var actions = cycle.succeeded(at: now)
        while case .perform? = actions.last { actions = cycle.succeeded(at: now) }
        return actions
    }

    @Test func `a commit of re-derivation sends the offsets that stand, so that only the owner can make it`() {
        var cycle = Self.behind()
        cycle.idle()
        #expect(cycle.nextTick <= 5)
        #expect(cycle.tick(positions: [:], at: 5) == [.perform(.rederive(3, budgetBytes: Self.budget))])
        cycle.rederived(isDone: true)
        #expect(cycle.succeeded(at: 6) == [.perform(.prepareTopics)])
        #expect(cycle.succeeded(at: 6) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 6) == [.perform(.produce)])
        #expect(cycle.succeeded(at: 7) == [.perform(.sendOffsets([.uploads(3): 10, .connections(3): 0]))])
        #expect(cycle.succeeded(at: 8) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 9) == [.apply])
        #expect(!cycle.isBehind(3))
        cycle.idle()
        #expect(cycle.tick(positions: [:], at: 10_000) == [])
    }

    @Test func `an idle lane goes on at once, after it has looked for uploads`() {
        var cycle = Self.behind()
        cycle.idle()
        _ = cycle.tick(positions: [:], at: 5)
        #expect(Self.finish(&cycle, isDone: false, at: 205) == [.apply])
        #expect(cycle.tick(positions: [:], at: 206) == [])
        cycle.idle()
        guard case .perform(.rederive(3, _))? = cycle.tick(positions: [:], at: 206).last else {
            Issue.record("there was nothing to read, and nothing is derived")
            return
        }
    }

    @Test func `uploads that wait come first, and leave a tenth of the time`() {
        var cycle = Self.behind()
        cycle.idle()
        _ = cycle.tick(positions: [:], at: 0)
        _ = Self.finish(&cycle, isDone: false, at: 100)
        // From now on there is always something to read.
        var (now, offset): (Int64, Int64) = (100, 10)
        var spent = (uploads: Int64(0), documents: Int64(0))
        for turn in 0..<200 {
            _ = cycle.received(.uploads(3), offset: offset, at: now)
            offset += 1
            now = max(now, cycle.nextTick)
            var actions = cycle.tick(positions: [:], at: now)
            #expect(actions == [.perform(turn == 0 ? .finishBatches : .begin)])
            now += 50
            spent.uploads += 50
            while case .perform(let step)? = actions.last {
                if case .rederive = step {
                    cycle.rederived(isDone: false)
                    now += 50
                    spent.documents += 50
                }
                actions = cycle.succeeded(at: now)
            }
        }
        let share = Double(spent.documents) / Double(now - 100)
        #expect(share > 0.05 && share < 0.12)
    }

    @Test func `partitions take turns`() {
        var cycle = Cycle.reading([1, 2, 5])
        for partition in [1, 2, 5] as [Int32] { cycle.mustRederive(partition) }
        var turns: [Int32] = []
        for now in 0..<6 as Range<Int64> {
            cycle.idle()
            guard case .perform(.rederive(let partition, _))? = cycle.tick(positions: [:], at: now * 10).last else {
                break
            }
            turns.append(partition)
            _ = Self.finish(&cycle, isDone: false, at: now * 10)
        }
        #expect(turns == [1, 2, 5, 1, 2, 5])
    }

    @Test func `what takes long is made shorter, and what does not longer`() {
        var cycle = Self.behind()
        var budgets: [Int] = []
        var now: Int64 = 0
        for took in [1_000, 1_000, 10, 10, 10] as [Int64] {
            cycle.idle()
            guard case .perform(.rederive(_, let budget))? = cycle.tick(positions: [:], at: now).last else { break }
            budgets.append(budget)
            now += took
            _ = Self.finish(&cycle, isDone: false, at: now)
        }
        #expect(budgets == [256, 128, 64, 128, 256].map { $0 << 10 })
    }

    @Test func `one that is aborted is made again, and keeps uploads from nothing`() {
        var cycle = Self.behind()
        cycle.idle()
        _ = cycle.tick(positions: [:], at: 0)
        #expect(cycle.failed(.abort, at: 10).contains(.drop))
        #expect(cycle.isBehind(3))
        _ = cycle.received(.uploads(3), offset: 10, at: 11)
        let next = max(11, cycle.nextTick)
        #expect(cycle.tick(positions: [:], at: next) == [.perform(.finishBatches)])
    }

    @Test func `a partition whose state can't be read is left alone without holding up the lane`() {
        var cycle = Self.behind()
        cycle.idle()
        _ = cycle.tick(positions: [:], at: 0)
        let actions = cycle.leaveAlone([3], at: 1)
        #expect(actions.first == .leaveAlone([3]))
        #expect(!cycle.isBehind(3))
        #expect(!actions.contains { if case .perform = $0 { true } else { false } })
    }

    @Test func `a stop does not wait for documents`() {
        var cycle = Self.behind()
        cycle.idle()
        #expect(cycle.stopRequested(at: 1) == [.end])
    }

    @Test func `who waits for a partition waits for no documents`() {
        var cycle = Cycle.reading([1, 2])
        cycle.mustRederive(1)
        _ = cycle.received(.uploads(2), offset: 0, at: 1)
        var actions = cycle.revoked([2], at: 2)
        while case .perform? = actions.last { actions = cycle.succeeded(at: 3) }
        #expect(actions == [.apply, .release([2])])
        cycle.idle()
        #expect(cycle.tick(positions: [:], at: 4) == [.perform(.rederive(1, budgetBytes: Self.budget))])
    }

    @Test func `offsets that only markers have moved are committed while documents are derived`() {
        var cycle = Self.behind()
        var steps: [Step] = []
        for now in 1...200 as ClosedRange<Int64> {
            cycle.idle()
            var actions = cycle.tick(positions: [.uploads(3): 11], at: now)
            while case .perform(let step)? = actions.last {
                steps.append(step)
                cycle.rederived(isDone: false)
                actions = cycle.succeeded(at: now)
            }
        }
        #expect(steps.contains(.rederive(3, budgetBytes: Self.budget)))
        #expect(cycle.committed[.uploads(3)] == 11)
        // In a commit of their own: that of documents says where its partition stood.
        #expect(zip(steps, steps.dropFirst()).contains { $0 == .begin && $1 == .sendOffsets([.uploads(3): 11]) })
    }

    @Test func `a commit of documents takes no more than one of uploads may`() {
        var limits = Cycle.Limits.test
        limits.batchBytes = 600 << 10
        var cycle = Cycle(limits: limits)
        _ = cycle.tick(positions: [:], at: 0)
        _ = cycle.succeeded(at: 0)
        _ = cycle.assigned([3])
        _ = cycle.restored(3, uploads: 10, connections: 0, settingsEnd: 0)
        cycle.mustRederive(3)
        var budgets: [Int] = []
        for now in 0..<5 as Range<Int64> {
            cycle.idle()
            guard case .perform(.rederive(_, let budget))? = cycle.tick(positions: [:], at: now).last else { break }
            budgets.append(budget)
            _ = Self.finish(&cycle, isDone: false, at: now)
        }
        #expect(budgets == [256, 512, 600, 600, 600].map { $0 << 10 })
    }
}
