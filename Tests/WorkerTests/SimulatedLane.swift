import Health
import Store
import Worker

/// Carries out a cycle's actions against the simulated broker, one per turn, so that everything can happen between two.
struct SimulatedLane {
    struct Dice {
        var random: SplitMix
        /// How many of a hundred calls go wrong.
        var faultPercent: Int

        mutating func fault() -> Bool { Int.random(in: 0..<100, using: &random) < faultPercent }
        mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    }

    struct Batch {
        var uploads: [SimulatedUpload] = []
        var settings: [SimulatedUpload] = []
    }

    let id: Int
    var cycle = Cycle(limits: .test)
    var pending: [Action] = []
    var epoch = 0
    var isSubscribed = false
    var generation = -1
    var owned: [Int32] = []
    var isRevoking = false
    var stores: [Int32: MemoryStore] = [:]
    var batches: [Int32: Batch] = [:]
    var outcome: [Int32: (outputs: [SimulatedBroker.Output], changes: [StateChange])] = [:]
    /// Restores under way: how far each has to read.
    var restores: [Int32: Int64] = [:]
    var positions: [Input: Int64] = [:]
    var paused: Set<Input> = []
    var failure: Failure?
    var hasEnded = false

    init(id: Int) { self.id = id }

    /// One turn: the next action, or the next thing that a poll brings.
    mutating func turn(_ broker: inout SimulatedBroker, _ dice: inout Dice, at now: Int64) {
        guard !hasEnded else { return }
        if !pending.isEmpty {
            perform(pending.removeFirst(), &broker, &dice, at: now)
        } else if now >= cycle.nextTick, dice.below(3) > 0 {
            // A position is known once something was passed.
            pending = cycle.tick(positions: positions.filter { owned.contains($0.key.partition) }, at: now)
        } else if isSubscribed {
            poll(&broker, &dice, at: now)
        }
    }

    private mutating func poll(_ broker: inout SimulatedBroker, _ dice: inout Dice, at now: Int64) {
        if let member = broker.members[id] {
            if broker.isRebalancing, !member.hasJoined {
                // Everything that the callback does comes before this member joins.
                isRevoking = true
                pending = generation < 0 ? [.release([])] : cycle.revoked(at: now)
                return
            }
            if let assigned = member.assigned, member.generation != generation {
                generation = member.generation
                owned = assigned
                positions = [:]
                paused = Set(assigned.flatMap { [.uploads($0), .connections($0)] })
                pending = cycle.assigned(assigned)
                return
            }
        } else {
            isRevoking = true
            pending = generation < 0 ? [.release([])] : cycle.lost()
            return
        }
        if !restores.isEmpty, dice.below(2) == 0 { return restore(&broker, &dice, at: now) }
        read(broker, &dice, at: now)
    }

    private mutating func restore(_ broker: inout SimulatedBroker, _ dice: inout Dice, at now: Int64) {
        let partition = restores.keys.sorted()[dice.below(restores.count)]
        guard let end = restores[partition], var store = stores[partition] else { return }
        let log = broker.changelog[partition] ?? []
        let readable = broker.lastStableOffset(partition)
        while store.changelogOffset < min(end, readable) {
            let offset = store.changelogOffset
            let written = log[Int(offset)]
            if broker.transactions[written.transaction].fate == .committed {
                store.mustReplay(written.record, at: offset)
            } else {
                store.advance(changelogOffset: offset + 1)
            }
        }
        stores[partition] = store
        guard store.changelogOffset >= end, let offsets = broker.stableOffsets(partition) else { return }
        restores[partition] = nil
        let settingsEnd = Int64(broker.inputs[.connections(partition)]?.count ?? 0)
        pending = cycle.restored(
            partition,
            uploads: offsets.uploads,
            connections: offsets.connections,
            settingsEnd: settingsEnd
        )
    }

    private mutating func read(_ broker: SimulatedBroker, _ dice: inout Dice, at now: Int64) {
        let readable = owned.flatMap { [Input.uploads($0), .connections($0)] }.filter { !paused.contains($0) }
        guard !readable.isEmpty else { return cycle.idle() }
        let input = readable[dice.below(readable.count)]
        let log = broker.inputs[input] ?? []
        guard let position = positions[input], position < Int64(log.count) else { return cycle.idle() }
        positions[input] = position + 1
        guard let upload = log[Int(position)] else { return }
        switch cycle.received(input, offset: position, at: now) {
        case .skip: break
        case .putBack(let offset):
            paused.insert(input)
            positions[input] = offset
        case .take:
            if input.topic == .uploads {
                batches[input.partition, default: Batch()].uploads.append(upload)
            } else {
                batches[input.partition, default: Batch()].settings.append(upload)
            }
            let count = batches.values.reduce(0) { $0 + $1.uploads.count }
            pending = cycle.holding(bytes: 300 * count, connections: count, at: now)
        }
    }

    private mutating func perform(
        _ action: Action,
        _ broker: inout SimulatedBroker,
        _ dice: inout Dice,
        at now: Int64
    ) {
        switch action {
        case .perform(let step), .performAgain(let step, _):
            let verdict = call(step, &broker, &dice)
            pending += verdict.map { cycle.failed($0, at: now) } ?? cycle.succeeded(at: now)
        case .subscribe:
            isSubscribed = true
            broker.join(id)
        case .restore(let partitions):
            stores = stores.filter { partitions.contains($0.key) }
            restores = [:]
            for partition in partitions {
                stores[partition, default: MemoryStore()].advance(changelogOffset: 0)
                restores[partition] = Int64(broker.changelog[partition]?.count ?? 0)
            }
        case .suspend:
            restores = [:]
            paused = Set(owned.flatMap { [.uploads($0), .connections($0)] })
        case .seek(let offsets): positions.merge(offsets) { $1 }
        case .resume(let inputs): paused.subtract(inputs)
        case .pause(let inputs): paused.formUnion(inputs)
        case .drop:
            batches = [:]
            outcome = [:]
        case .apply:
            for (partition, brought) in outcome { stores[partition]?.apply(brought.changes) }
            batches = [:]
            outcome = [:]
        case .release:
            restores = [:]
            owned = []
            generation = -1
            if isRevoking, isSubscribed { broker.join(id) }
            isRevoking = false
        case .end: hasEnded = true
        case .fail(let failure):
            self.failure = failure
            hasEnded = true
        }
    }
}

extension MemoryStore {
    mutating func mustReplay(_ record: Changelog.Record, at offset: Int64) {
        do throws(StoreError) {
            guard let value = record.value else {
                return unsafe try replay(key: record.key.span.bytes, value: nil, offset: offset)
            }
            unsafe try replay(key: record.key.span.bytes, value: value.span.bytes, offset: offset)
        } catch {
            preconditionFailure("the simulation wrote what the store cannot read: \(error)")
        }
    }
}
