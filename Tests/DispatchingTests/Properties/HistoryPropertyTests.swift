import Dispatching
import Glibc
import Randomness
import Testing

struct HistoryPropertyTests {
    /// The seeds: one that the environment names, else some of which the first is new each time.
    private static var seeds: [UInt64] {
        if let text = unsafe getenv("PROPERTY_SEED"), let seed = unsafe UInt64(String(cString: text)) { return [seed] }
        let first = UInt64.random(in: 0..<1 << 40)
        return (0..<60).map { first + $0 }
    }

    @Test func `every record ends once, nothing is lost, and limits and order hold, whatever happens`() throws {
        let seeds = Self.seeds
        print("histories of the dispatcher: \(seeds.count) from PROPERTY_SEED=\(seeds[0])")
        for seed in seeds {
            let history = try History(seed: seed)
            for _ in 0..<300 { try history.step() }
            try history.quiesce()
            expectBalance(history)
        }
    }

    private func expectBalance(_ history: History) {
        let (rig, seed) = (history.rig, history.seed)
        let records = rig.topic.values.reduce(0) { $0 + $1.count }
        let gauges = rig.dispatcher.gauges
        #expect(gauges.waitingJobs == 0 && gauges.oldestMilliseconds == nil, "seed \(seed)")
        #expect(gauges.offConnections == 0, "seed \(seed)")
        #expect(rig.counts.values.reduce(0, +) == records, "seed \(seed): \(rig.counts)")
        for (partition, state) in rig.states {
            #expect(state.rowCount == 0, "seed \(seed)")
            #expect(rig.offsets[partition] == rig.end(of: partition), "seed \(seed)")
        }
        let lost = history.fates.values.filter { !$0.isDelivered && !$0.isDead }
        for fate in lost where !fate.connection.hasPrefix("x") {
            Issue.record("seed \(seed): \(fate.connection) \(fate.place) was neither delivered nor given up")
        }
        let dropped = [.noCallback, .closed, .forgotten, .off].reduce(0) { $0 + (rig.counts[$1] ?? 0) }
        // A record that is merged ends with its job: merged ones can be lost with a dropped one.
        #expect(lost.count <= dropped + (rig.counts[.merged] ?? 0), "seed \(seed)")
        #expect(rig.counts[.dead] ?? 0 == rig.deadLetters.count, "seed \(seed)")
    }
}
