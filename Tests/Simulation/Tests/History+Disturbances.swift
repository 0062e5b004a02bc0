import Health
import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker

/// What each kind of disturbance does to machines and brokers.
extension History {
    func disturb(_ kind: Disturbance, _ random: inout SeededRandom) {
        world.note("disturbance: \(kind)")
        let machine = machines[random.below(machines.count)]
        let soon = (machine.process?.calls ?? 0) + 1 + random.below(400)
        // Mostly a moment; now and then longer than transactions, sessions, and both.
        let pause = Int64([1_000, 4_000, 12_000, 25_000, 60_000][random.below(5)] + random.below(2_000))
        switch kind {
        case .kill:
            if random.below(3) == 0 { machine.kill(world) } else { machine.process?.halt = (soon, .kill) }
        case .stall: machine.process?.halt = (soon, .stallProcess(pause))
        case .hang: machine.process?.halt = (soon, .stallThread(pause))
        case .slow: weather(for: pause) { $0.slow = 200 }
        case .loss:
            weather(for: pause) {
                $0.lostAnswer = 60
                $0.lostRequest = 60
            }
        case .expel: expel(machine)
        case .evict:
            // Offsets are sent, records are not: whoever takes the partitions over must wait for them.
            let trap = SimulatedProcess.Halt.stallProcess(2_000 + Int64(random.below(3_000)))
            machine.process?.trap = ("commit ", trap, { [self] in expel(machine) })
        case .restart: machine.process?.stop = "SIGTERM"
        case .compact:
            for number in 0..<partitions { cluster.compact(TopicPartition(topics.state, number), before: .max) }
        case .wipe:
            machine.kill(world)
            machine.wipe()
        case .markers: weather(for: pause) { $0.markerMilliseconds = 2_000 }
        case .forgetTopic: forgetTopic(&random)
        case .narrow: narrow(for: pause, &random)
        case .days:
            // A clock that was wrong is set right.
            for machine in machines where machine.skewMilliseconds != 0 {
                machine.kill(world)
                machine.skewMilliseconds = 0
            }
            world.daysMilliseconds += 8 * 86_400_000
            for number in 0..<partitions { cluster.compact(TopicPartition(topics.state, number), before: .max) }
        case .clock:
            machine.skewMilliseconds = [0, 7_200_000, -7_200_000, 30 * 86_400_000, 30 * 86_400_000][random.below(5)]
        case .swap:
            let other = machines[random.below(machines.count)]
            for machine in [machine, other] { machine.kill(world) }
            if machine !== other { SimulatedDisk.swap(machine.storePath, other.storePath) }
        case .copy:
            let other = machines[random.below(machines.count)]
            for machine in [machine, other] { machine.kill(world) }
            if machine !== other { SimulatedDisk.copy(machine.storePath, to: other.storePath) }
        case .rules: changeRules(&random)
        case .doze: if !areTopicsForgotten { doze(machine, again: true) }
        case .threads:
            // Once: a lane that fails while another waits for its next start ends the process.
            if !areThreadsShort { machine.process?.getsNoThread = true }
            areThreadsShort = true
        }
    }

    func doze(_ machine: Machine, again: Bool) {
        isDozing = true
        let pause = SimulatedProcess.Halt.stallProcess(16_000)
        machine.process?.trap = ("commit ", pause, { [self] in if again { doze(machine, again: false) } })
    }

    func expel(_ machine: Machine) { cluster.expel("fork-worker-m\(machine.number)-", from: "g") }

    /// What was live in it comes back with the next change that goes there: there is one in the end.
    private func forgetTopic(_ random: inout SeededRandom) {
        if isDozing { return }
        let names = cluster.topics.keys.filter { $0.hasPrefix(topics.prefix) && !topics.all.contains($0) }.sorted()
        areTopicsForgotten = true
        if !names.isEmpty { cluster.delete(topic: names[random.below(names.count)]) }
    }

    private func narrow(for milliseconds: Int64, _ random: inout SeededRandom) {
        let inputs = [topics.uploads, topics.connections]
        let names = cluster.topics.keys.filter { $0.hasPrefix(topics.prefix) && !inputs.contains($0) }.sorted()
        let name = names[random.below(names.count)]
        let setting = "max.message.bytes"
        let former = cluster.topics[name]?.settings[setting]
        if former == "3000" || former == "1000000" { return }
        isNarrowed = true
        // Some of it is too short for documents, some for long batches of them.
        cluster.alter(topic: name, setting, ["3000", "1000000"][random.below(2)])
        world.at(world.now + milliseconds) { [self] in cluster.alter(topic: name, setting, former) }
    }

    private func changeRules(_ random: inout SeededRandom) {
        switch random.below(3) {
        case 0: rules.sleepThresholdSeconds = [900, 2_700, 3_600][random.below(3)]
        case 1: rules.documentMaxBytes = [900_000, 1_500][random.below(2)]
        default: rules.routing = rules.routing == .single ? .connection : .single
        }
        for machine in machines { machine.options.rules = rules }
        for machine in machines where random.below(2) == 0 { machine.process?.stop = "SIGTERM" }
    }

    private func weather(for milliseconds: Int64, _ change: (inout Weather) -> Void) {
        change(&cluster.weather)
        world.at(world.now + milliseconds) { [self] in cluster.weather = Weather() }
    }
}
