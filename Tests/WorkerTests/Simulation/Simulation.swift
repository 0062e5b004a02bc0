import Health
import Randomness
import Store
import Worker

/// Several lanes, one broker, and a world in which things go wrong, all from one seed.
struct Simulation {
    private(set) var broker: SimulatedBroker
    private(set) var lanes: [SimulatedLane]
    private var asleep: [Int: Int64] = [:]
    private var dice: SimulatedDice
    private var now: Int64 = 0
    private var reader = SimulatedReader()
    private var processes = 0
    private let names: [ConnectionID]
    /// How many steps it takes on average until a commit's markers are written.
    private let markerDelay: Int
    /// The last machine has the name of the first, a mistake of somebody's, and stands still most of the time.
    private let hasRival: Bool
    private var written: UInt8 = 0

    init(seed: UInt64, faultPercent: Int) {
        dice = SimulatedDice(random: SeededRandom(seed: seed), faultPercent: faultPercent)
        let isCooperative = dice.below(2) == 0
        broker = SimulatedBroker(
            partitions: Int32(isCooperative ? 2 + dice.below(3) : 1 + dice.below(3)),
            isCooperative: isCooperative
        )
        hasRival = dice.below(3) == 0
        let count = 1 + dice.below(3) + (hasRival ? 1 : 0)
        lanes = []
        markerDelay = [1, 3, 30][dice.below(3)]
        names = (0..<2 + dice.below(5)).compactMap { ConnectionID(Array("c\($0)".utf8)) }
        for machine in 0..<count { lanes.append(start(machine, of: count, SimulatedDatabase())) }
        for (index, name) in names.enumerated() {
            let input = Input.connections(Int32(index) % broker.partitions)
            broker.inputs[input]?.append(SimulatedUpload(connection: name, number: 200))
            if dice.below(3) == 0 { broker.inputs[input]?.append(nil) }
        }
        if hasRival { lanes[count - 1].hasEnded = true }
    }

    /// Lets things go wrong for so many steps, then nothing more, until all is read; what is wrong then is returned.
    mutating func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step(isCalm: false)
            if let fault = check() { return fault }
        }
        dice.faultPercent = 0
        if hasRival { lanes[lanes.count - 1].hasEnded = true }
        for _ in 0..<40_000 {
            step(isCalm: true)
            if let fault = check() { return fault }
            if isDone { return checkStores() }
        }
        return "not done: \(broker.offsets), \(lanes.map(\.pending)), \(lanes.map(\.restores))"
    }

    private var isDone: Bool {
        // What is left alone for a while has no store until it is begun anew.
        lanes.allSatisfy { lane in
            lane.hasEnded
                || lane.pending.isEmpty && lane.restores.isEmpty
                    && lane.owned.allSatisfy { lane.stores[$0] != nil }
        }
            && broker.inputs.allSatisfy { input, log in broker.offsets[input] ?? 0 == Int64(log.count) }
    }

    private mutating func start(_ machine: Int, of count: Int, _ database: SimulatedDatabase) -> SimulatedLane {
        processes += 1
        let id = hasRival && machine == count - 1 ? 0 : machine
        return SimulatedLane(id: id, process: processes, database: database)
    }

    private mutating func restart(_ machine: Int) {
        lanes[machine] = start(machine, of: lanes.count, lanes[machine].database)
    }

    private mutating func crash(_ machine: Int) {
        lanes[machine].database.crash(&dice)
        restart(machine)
    }

    private mutating func step(isCalm: Bool) {
        now += Int64(dice.below(40))
        if !isCalm { happen() }
        for index in broker.unsettled where dice.below(markerDelay) == 0 { broker.settle(index) }
        for machine in lanes.indices where asleep[machine] == nil && dice.below(2) == 0 {
            lanes[machine].joinBeside(&broker)
        }
        broker.balance()
        if isCalm { asleep = [:] }
        let machine = dice.below(lanes.count)
        if lanes[machine].hasEnded {
            // One that ended in order has closed its database; one that could not go on may not have.
            if !hasRival || machine < lanes.count - 1 {
                if lanes[machine].failure == nil { lanes[machine].database.flush() }
                crash(machine)
            }
        } else if asleep[machine] == nil {
            lanes[machine].turn(&broker, &dice, at: now)
        }
        if isCalm { expireDead() }
    }

    /// What comes from outside: input, crashes, lost disks, long pauses, stops, timeouts, the log cleaner.
    private mutating func happen() {
        let machine = dice.below(lanes.count)
        switch dice.below(120) {
        case 0..<12 where written < 150: upload()
        case 12..<14: crash(machine)
        case 14: asleep[machine] = now
        case 15: asleep[machine] = nil
        case 16: broker.expire(machine)
        case 17: broker.timeOut(producer: machine)
        case 18: lanes[machine].pending += lanes[machine].cycle.stopRequested(at: now)
        case 19: lanes[machine].pending += lanes[machine].pending.isEmpty ? lanes[machine].cycle.consumerFailed() : []
        case 39 where lanes[machine].pending.isEmpty && !lanes[machine].owned.isEmpty:
            // What is wrong with one partition is no concern of the others.
            let partition = lanes[machine].owned[dice.below(lanes[machine].owned.count)]
            lanes[machine].pending += lanes[machine].cycle.leaveAlone([partition], at: now)
        case 20 where dice.below(3) == 0:
            lanes[machine].database.wipe()
            restart(machine)
        case 21..<25: lanes[machine].database.flush()
        case 25..<31:
            let partition = Int32(dice.below(Int(broker.partitions)))
            let end = Int(broker.lastStableOffset(partition))
            broker.compact(partition, upTo: Int64(dice.below(4) == 0 ? dice.below(end + 1) : end), at: now)
        case 31: now += SimulatedLog.tombstoneMilliseconds + 100
        case 32..<35: standStill(machine)
        case 35..<39: broker.disturb()
        default: break
        }
    }

    /// A machine goes down or hangs, mostly for so long that the group goes on without it.
    private mutating func standStill(_ machine: Int) {
        if dice.below(2) == 0 { crash(machine) }
        if dice.below(4) > 0 { broker.expire(lanes[machine].id) }
        asleep[machine] = now
    }

    private mutating func upload() {
        let name = dice.below(names.count)
        let input = Input.uploads(Int32(name) % broker.partitions)
        var upload = SimulatedUpload(connection: names[name], number: written)
        for _ in 0..<dice.below(4) {
            upload.samples.append(.init(id: UInt8(dice.below(63)), version: UInt8(dice.below(3))))
        }
        if dice.below(3) == 0 { upload.deletions.append(UInt8(dice.below(60))) }
        if dice.below(3) == 0 {
            // All that a bucket may hold, so that it grows empty.
            let number = UInt8(dice.below(4))
            let log = (broker.inputs[input] ?? []).compactMap { $0 }.filter { $0.connection == names[name] }
            upload.deletions += log.flatMap(\.samples).filter { $0.bucket == number && !$0.isRefused }.map(\.id)
        }
        broker.inputs[input]?.append(upload)
        written += 1
        if dice.below(3) == 0 { broker.inputs[input]?.append(nil) }
    }

    /// In calm weather, what no lane will ever end ends by its timeout.
    private mutating func expireDead() {
        guard dice.below(200) == 0 else { return }
        for lane in lanes where !lane.isSubscribed { broker.expire(lane.id) }
        for lane in lanes where lane.pending.isEmpty { broker.timeOut(producer: lane.id) }
    }

    /// What is visible is always what the input up to the group's offsets makes, and so is every store at its offset.
    private mutating func check() -> String? {
        if let fault = reader.check(broker) { return fault }
        for machine in lanes.indices {
            if let fault = lanes[machine].fault { return fault }
            for partition in lanes[machine].restored {
                guard let store = lanes[machine].stores[partition] else { continue }
                if let fault = reader.compare(store.values, of: partition, names) { return "restored: \(fault)" }
            }
            lanes[machine].restored = []
        }
        return nil
    }

    /// The lanes' stores are what the committed changelog makes.
    private func checkStores() -> String? {
        for lane in lanes where !lane.hasEnded {
            for partition in lane.owned {
                guard let store = lane.stores[partition] else { return "lane \(lane.id) lacks partition \(partition)" }
                if let fault = reader.compare(store.values, of: partition, names) { return "at the end: \(fault)" }
            }
        }
        return nil
    }
}
