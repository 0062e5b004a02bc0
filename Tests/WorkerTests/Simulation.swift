import Health
import Store
import Worker

/// Several lanes, one broker, and a world in which things go wrong, all from one seed.
struct Simulation {
    private(set) var broker: SimulatedBroker
    private(set) var lanes: [SimulatedLane]
    private var asleep: [Int: Int64] = [:]
    private var dice: SimulatedLane.Dice
    private var now: Int64 = 0
    private var checkedCommits = 0
    private let names: [ConnectionID]
    /// How many steps it takes on average until a commit's markers are written.
    private let markerDelay: Int
    private var written: UInt8 = 0

    init(seed: UInt64, faultPercent: Int) {
        dice = SimulatedLane.Dice(random: SplitMix(seed), faultPercent: faultPercent)
        broker = SimulatedBroker(partitions: Int32(1 + dice.below(3)))
        lanes = (0..<1 + dice.below(3)).map { SimulatedLane(id: $0) }
        markerDelay = [1, 3, 30][dice.below(3)]
        names = (0..<6).compactMap { ConnectionID(Array("c\($0)".utf8)) }
        for (index, name) in names.enumerated() {
            let input = Input.connections(Int32(index) % broker.partitions)
            broker.inputs[input]?.append(SimulatedUpload(connection: name, number: 200))
            if dice.below(3) == 0 { broker.inputs[input]?.append(nil) }
        }
    }

    /// Lets things go wrong for so many steps, then nothing more, until all is read; what is wrong then is returned.
    mutating func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step(isCalm: false)
            if let fault = check() { return fault }
        }
        dice.faultPercent = 0
        for _ in 0..<40_000 {
            step(isCalm: true)
            if let fault = check() { return fault }
            if isDone { return checkStores() }
        }
        return "not done: \(broker.offsets), \(lanes.map(\.pending)), \(lanes.map(\.restores))"
    }

    private var isDone: Bool {
        broker.inputs.allSatisfy { input, log in broker.offsets[input] ?? 0 == Int64(log.count) }
            && lanes.allSatisfy { $0.pending.isEmpty && $0.restores.isEmpty }
    }

    private mutating func step(isCalm: Bool) {
        now += Int64(dice.below(40))
        if !isCalm { happen() }
        for index in broker.unsettled where dice.below(markerDelay) == 0 { broker.settle(index) }
        broker.balance()
        if isCalm { asleep = [:] }
        let id = dice.below(lanes.count)
        if lanes[id].hasEnded {
            lanes[id] = SimulatedLane(id: id)
        } else if asleep[id] == nil {
            lanes[id].turn(&broker, &dice, at: now)
        }
        if isCalm { expireDead() }
    }

    /// What comes from outside: input, crashes, long pauses, stops, timeouts.
    private mutating func happen() {
        let id = dice.below(lanes.count)
        switch dice.below(100) {
        case 0..<12 where written < 150:
            let name = dice.below(names.count)
            let input = Input.uploads(Int32(name) % broker.partitions)
            broker.inputs[input]?.append(SimulatedUpload(connection: names[name], number: written))
            written += 1
            if dice.below(3) == 0 { broker.inputs[input]?.append(nil) }
        case 12..<14: lanes[id] = SimulatedLane(id: id)
        case 14: asleep[id] = now
        case 15: asleep[id] = nil
        case 16: broker.expire(id)
        case 17: broker.timeOut(producer: id)
        case 18: lanes[id].pending += lanes[id].cycle.stopRequested(at: now)
        case 19: lanes[id].pending += lanes[id].pending.isEmpty ? lanes[id].cycle.consumerFailed() : []
        default: break
        }
    }

    /// In calm weather, what no lane will ever end ends by its timeout.
    private mutating func expireDead() {
        guard dice.below(200) == 0 else { return }
        for lane in lanes where !lane.isSubscribed { broker.expire(lane.id) }
        for id in lanes.indices where lanes[id].pending.isEmpty { broker.timeOut(producer: id) }
    }

    /// What is visible is always what the input up to the group's offsets makes, exactly once.
    private mutating func check() -> String? {
        guard broker.commits != checkedCommits else { return nil }
        checkedCommits = broker.commits
        for partition in 0..<broker.partitions {
            let read = broker.inputs[.uploads(partition)]?.prefix(Int(broker.offsets[.uploads(partition)] ?? 0)) ?? []
            var documents: [ConnectionID: [UInt8]] = [:]
            for upload in read { if let upload { documents[upload.connection, default: [200]].append(upload.number) } }
            var seen: [ConnectionID: [UInt8]] = [:]
            var jobs: [UInt8] = []
            for written in broker.outputs[partition] ?? []
            where broker.transactions[written.transaction].fate == .committed {
                seen[written.record.connection] = written.record.document
                jobs += written.record.job
            }
            for (name, document) in documents where seen[name] != document {
                return "partition \(partition): \(name.string) is \(seen[name] ?? []), not \(document)"
            }
            let expected = read.compactMap { $0?.number }
            if jobs.sorted() != expected.sorted() { return "partition \(partition): jobs \(jobs), not \(expected)" }
        }
        return nil
    }

    /// The lanes' stores are what a restore from the start would give.
    private func checkStores() -> String? {
        for lane in lanes {
            for partition in lane.owned {
                guard let store = lane.stores[partition] else { return "lane \(lane.id) lacks partition \(partition)" }
                var restored = MemoryStore()
                for (offset, written) in (broker.changelog[partition] ?? []).enumerated()
                where broker.transactions[written.transaction].fate == .committed {
                    restored.mustReplay(written.record, at: Int64(offset))
                }
                for name in names
                where restored.value(at: Place(head: 1), of: name) != store.value(at: Place(head: 1), of: name) {
                    return "lane \(lane.id), partition \(partition): the store of \(name.string) differs"
                }
            }
        }
        return nil
    }
}
