import Dispatching
import Randomness
import Store
import Testing
import Vocabulary

/// States that lack rows, because an operator restored their changelog from an incomplete copy and adopted it.
struct AdoptedStateTests {
    /// The rows of a state with their owners.
    private static func rows(_ state: DurableState) -> [(owner: ConnectionID, row: StoredValue)] {
        let all = StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max)
        let owners = History.connections.compactMap { ConnectionID(Array($0.utf8)) } + [.ofPartition]
        return owners.flatMap { owner in state.first(.max, in: all, of: owner).map { (owner, $0) } }
    }

    /// Takes some rows, except jobs, back to an earlier time, or removes them, as if the copy had not got further.
    private static func damage(_ history: History, to past: [Int32: MemoryStore], share: Int) {
        for (partition, state) in history.rig.states.sorted(by: { $0.key < $1.key }) {
            let former = DurableState()
            former.store = past[partition] ?? MemoryStore()
            for (owner, row) in rows(state) + rows(former) {
                let held = state.value(at: row.stateKey, of: owner)
                guard ![.job, .bases].contains(row.stateKey.rowKind),
                    Int.random(in: 0..<100, using: &history.random) < share
                else { continue }
                let value = former.value(at: row.stateKey, of: owner)
                state.apply([
                    StateChange(
                        connection: owner,
                        stateKey: row.stateKey,
                        value: Bool.random(using: &history.random) ? value : nil,
                        heldBytes: held?.count
                    )
                ])
            }
        }
    }

    @Test(arguments: 0..<120)
    func `whatever rows an adopted state lacks, each stored job ends, and no row remains`(seed: UInt64) throws {
        let history = try History(seed: seed, judgesOrder: false)
        let rig = history.rig
        for _ in 0..<100 { try history.step() }
        let past = rig.states.mapValues(\.store)
        for _ in 0..<100 { try history.step() }
        Self.damage(history, to: past, share: [10, 50, 100].randomElement(using: &history.random) ?? 50)
        let stored = rig.states.values.flatMap { state in
            Self.rows(state).filter { $0.row.stateKey.rowKind == .job }.flatMap { history.uploads($0.row.bytes) }
        }
        try rig.crash(isAdopting: true)
        // The repair is interrupted now and then, and goes on in the next process.
        for _ in 0..<Int.random(in: 0...3, using: &history.random) {
            for _ in 0..<Int.random(in: 0...2, using: &history.random) { _ = rig.beginOnce() }
            try history.commit()
            try rig.crash()
        }
        try history.quiesce()
        for upload in stored {
            guard let fate = history.fates[upload], !fate.connection.hasPrefix("x") else { continue }
            #expect(fate.isDelivered || fate.isDead, "seed \(seed): \(fate) waits")
        }
        let gauges = rig.dispatcher.gauges
        #expect(gauges.waitingJobs == 0 && gauges.oldestMilliseconds == nil, "seed \(seed)")
        #expect(gauges.offConnections == 0, "seed \(seed)")
        for (partition, state) in rig.states {
            let left = Self.rows(state).compactMap(\.row.stateKey.rowKind).filter { $0 != .bases && $0 != .host }
            #expect(left.isEmpty, "seed \(seed), partition \(partition)")
            #expect(rig.offsets[partition] == rig.end(of: partition), "seed \(seed)")
        }
    }

    @Test func `a job that an adopted state has is not stored again when its record is read again`() throws {
        var options = DispatchOptions()
        options.bounds.freshMilliseconds = 0
        let rig = try Rig(options)
        try rig.put(#""callback_url":"https://c.example/""#, of: "c")
        for _ in 0..<3 { rig.append(rig.job("c")) }
        rig.read()
        rig.now += 1
        _ = try rig.commit()
        let waiting = rig.dispatcher.gauges.waitingJobs
        // An operator resets the offset, too.
        rig.resetOffset(0, to: 0)
        try rig.crash(isAdopting: true)
        let isWanted = rig.wantsInput([0])
        #expect(isWanted == [false])
        _ = rig.begin()
        _ = try rig.commit()
        // The next process knows which records can be stored.
        try rig.crash()
        _ = rig.begin()
        rig.read()
        rig.now += 1
        _ = try rig.commit()
        #expect(waiting == 3 && rig.dispatcher.gauges.waitingJobs == 3 && rig.offsets[0] == 3)
    }
}
