import Health
import Store
import Worker

/// Carries out a cycle's actions against the simulated broker, one per turn, so that everything can happen between two.
struct SimulatedLane {
    struct Batch {
        var uploads: [SimulatedUpload] = []
        var settings: [SimulatedUpload] = []
    }

    /// Its number, by which it is known to the group and as a producer.
    let id: Int
    /// Which process it is: every start is another.
    let process: Int
    var cycle = Cycle(limits: .test)
    var watch = StoreWatch(tombstoneMilliseconds: SimulatedLog.tombstoneMilliseconds, everyMilliseconds: 100)
    var pending: [Action] = []
    var epoch = 0
    var isSubscribed = false
    var generation = -1
    var owned: [Int32] = []
    var isRevoking = false
    /// It has given something back, and the group is to hear of it.
    var asksAgain = false
    var database: SimulatedDatabase
    var stores: [Int32: SimulatedStore] = [:]
    var batches: [Int32: Batch] = [:]
    var outcome: [Int32: (records: [SimulatedRecord], changes: [StateChange])] = [:]
    var commitBegan: Int64 = 0
    /// Up to where this producer's records stand in the changelogs.
    var delivered: [Int32: Int64] = [:]
    var restores: [Int32: Restore] = [:]
    /// Partitions whose stores are to be compared with what the changelog makes.
    var restored: [Int32] = []
    var positions: [Input: Int64] = [:]
    var paused: Set<Input> = []
    /// Why it has ended, if not in order.
    var failure: Failure?
    /// What must not be.
    var fault: String?
    var hasEnded = false

    init(id: Int, process: Int, database: SimulatedDatabase) {
        self.id = id
        self.process = process
        self.database = database
    }

    /// One turn: the next action, or the next thing that a poll brings.
    mutating func turn(_ broker: inout SimulatedBroker, _ dice: inout SimulatedDice, at now: Int64) {
        guard !hasEnded else { return }
        if !pending.isEmpty {
            perform(pending.removeFirst(), &broker, &dice, at: now)
        } else if now >= cycle.nextTick, dice.below(3) > 0 {
            noteInStep(at: now)
            // A position is known once something was passed.
            pending = cycle.tick(positions: positions.filter { owned.contains($0.key.partition) }, at: now)
        } else if isSubscribed {
            poll(&broker, &dice, at: now)
        }
    }

    mutating func read(_ broker: SimulatedBroker, _ dice: inout SimulatedDice, at now: Int64) {
        let readable = owned.flatMap { [Input.uploads($0), .connections($0)] }.filter { !paused.contains($0) }
        guard !readable.isEmpty else { return cycle.idle() }
        let input = readable[dice.below(readable.count)]
        let log = broker.inputs[input] ?? []
        guard let position = positions[input], position < Int64(log.count) else { return cycle.idle() }
        positions[input] = position + 1
        guard let upload = log[Int(position)] else { return }
        switch cycle.received(input, offset: position, at: now) {
        case .skip: break
        case .beyond: paused.insert(input)
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
        _ dice: inout SimulatedDice,
        at now: Int64
    ) {
        switch action {
        case .perform(let step), .performAgain(let step, _):
            let verdict = call(step, &broker, &dice, at: now)
            pending += verdict.map { cycle.failed($0, at: now) } ?? cycle.succeeded(at: now)
        case .subscribe:
            isSubscribed = true
            broker.join(id, process: process)
        case .restore(let partitions): beginRestore(partitions)
        case .suspend:
            restores = [:]
            paused = Set(owned.flatMap { [.uploads($0), .connections($0)] })
        case .seek(let offsets): positions.merge(offsets) { $1 }
        case .resume(let inputs): paused.subtract(inputs)
        case .pause(let inputs): paused.formUnion(inputs)
        case .leaveAlone(let partitions): leave(partitions)
        case .drop: drop()
        case .apply: apply()
        case .release(let partitions): release(partitions, &broker)
        case .end: hasEnded = true
        case .fail(let failure):
            self.failure = failure
            hasEnded = true
        }
    }

    private mutating func leave(_ partitions: [Int32]) {
        for partition in partitions {
            batches[partition] = nil
            outcome[partition] = nil
            stores[partition] = nil
            restores[partition] = nil
            paused.formUnion([.uploads(partition), .connections(partition)])
        }
    }

    private mutating func drop() {
        batches = [:]
        outcome = [:]
    }

    /// One partition after the other: a crash may come between two.
    private mutating func apply() {
        for partition in outcome.keys.sorted() {
            guard let brought = outcome[partition] else { continue }
            stores[partition]?.apply(brought.changes, offset: delivered[partition], at: commitBegan)
            write(partition)
        }
        drop()
    }
}
