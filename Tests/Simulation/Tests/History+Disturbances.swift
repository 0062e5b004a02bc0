import Randomness
import SimulatedKafka
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
        case .expel: cluster.expel("m\(machine.number)-0", from: "g")
        case .restart: machine.process?.stop = "SIGTERM"
        case .compact:
            for number in 0..<partitions { cluster.compact(TopicPartition(topics.state, number), before: .max) }
        case .wipe:
            machine.kill(world)
            machine.wipe()
        case .markers: weather(for: pause) { $0.markerMilliseconds = 2_000 }
        case .forgetTopic:
            break
        }
    }

    private func weather(for milliseconds: Int64, _ change: (inout Weather) -> Void) {
        change(&cluster.weather)
        world.at(world.now + milliseconds) { [self] in cluster.weather = Weather() }
    }
}
