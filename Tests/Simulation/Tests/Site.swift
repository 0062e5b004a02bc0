import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem

/// The machines and brokers of a history, and what can happen to them whatever runs there.
struct Site {
    let world: World
    let cluster: Cluster
    let machines: [Machine]
    /// The group of the processes.
    let group: String
    /// The changelog of their state.
    let changelog: String

    /// How long a process stands still: mostly a moment; now and then longer than transactions, sessions, and both.
    static func pause(_ random: inout SeededRandom) -> Int64 {
        Int64([1_000, 4_000, 12_000, 25_000, 60_000][random.below(5)] + random.below(2_000))
    }

    func disturb(
        _ kind: Disturbance,
        _ machine: Machine,
        afterCalls calls: Int,
        pause: Int64,
        _ random: inout SeededRandom
    ) {
        let soon = (machine.process?.calls ?? 0) + 1 + calls
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
            machine.process?.trap = ("commit ", trap, { expel(machine) })
        case .restart: machine.process?.stop = "SIGTERM"
        case .compact: compact()
        case .wipe:
            machine.kill(world)
            machine.wipe()
        case .markers: weather(for: pause) { $0.markerMilliseconds = 2_000 }
        case .days:
            // A clock that was wrong is set right.
            for machine in machines where machine.skewMilliseconds != 0 {
                machine.kill(world)
                machine.skewMilliseconds = 0
            }
            world.daysMilliseconds += 8 * 86_400_000
            compact()
        case .clock:
            machine.skewMilliseconds = [0, 7_200_000, -7_200_000, 30 * 86_400_000, 30 * 86_400_000][random.below(5)]
        case .swap, .copy: exchange(kind, machine, machines[random.below(machines.count)])
        case .doze: doze(machine, again: true)
        case .forgetTopic, .narrow, .rules, .threads: break
        }
    }

    private func exchange(_ kind: Disturbance, _ machine: Machine, _ other: Machine) {
        for machine in [machine, other] { machine.kill(world) }
        if machine === other { return }
        if kind == .swap {
            SimulatedDisk.swap(machine.storePath, other.storePath)
        } else {
            SimulatedDisk.copy(machine.storePath, to: other.storePath)
        }
    }

    private func compact() {
        for number in (cluster.topics[changelog]?.partitions ?? []).indices {
            cluster.compact(TopicPartition(changelog, Int32(number)), before: .max)
        }
    }

    func doze(_ machine: Machine, again: Bool) {
        let pause = SimulatedProcess.Halt.stallProcess(16_000)
        machine.process?.trap = ("commit ", pause, { if again { doze(machine, again: false) } })
    }

    func expel(_ machine: Machine) { cluster.expel("fork-worker-m\(machine.number)-", from: group) }

    private func weather(for milliseconds: Int64, _ change: (inout Weather) -> Void) {
        change(&cluster.weather)
        world.at(world.now + milliseconds) { cluster.weather = Weather() }
    }

    /// Whoever looks after the machines starts again what has ended.
    func startDead(_ random: inout SeededRandom, without away: Set<Int> = []) {
        for machine in machines {
            _ = machine.buryDead()
            if !machine.isRunning, !away.contains(machine.number), random.below(3) > 0 { machine.start(world) }
        }
    }

    /// Nothing goes wrong any more.
    func calm() {
        cluster.weather = Weather()
        (cluster.unmakable, cluster.unwritable) = ([], [])
        for machine in machines {
            machine.skewMilliseconds = 0
            machine.process?.cutUntil = 0
        }
    }

    /// All are asked to stop, and have the time for it.
    func stop() {
        for machine in machines { machine.process?.stop = "SIGTERM" }
        for _ in 0..<300 where machines.contains(where: \.isRunning) { world.sleep(500) }
    }
}
