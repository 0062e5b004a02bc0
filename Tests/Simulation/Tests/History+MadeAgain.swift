import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// What happens at the end of a history to a topic that workers read: it is made again, or loses its newest records, and then
/// grows beyond what was known of it.
extension History {
    /// How long workers try again what they have left alone, while nothing may come of it.
    private static let patienceMilliseconds: Int64 = 100_000

    /// What is done with the topic; nil in the other histories.
    func endMadeAgain() -> String? {
        startAll()
        var random = plan.random(ofStep: 9_000_000)
        // A process that is killed may leave a store that lacks its newest commits, which nobody could bring back then.
        let way = Way.allCases[random.below(isOfState ? 2 : 3)]
        if way == .stopped, let fault = stop() { return fault }
        if way == .killed { for machine in machines { machine.kill(world) } }
        let recreation = Recreation(isSudden: random.below(2) == 0, goesBeyond: random.below(2) == 0)
        world.note("made again: \(name), workers are \(way), \(recreation)")
        let before = oracle.documents(cluster)
        switch plan.scene {
        case .uploadsAgain where random.below(2) == 0: replaceInput(topics.uploads, &random)
        case .uploadsAgain: remake(topics.uploads, recreation) { [self] in uploadMore() }
        case .settingsAgain where random.below(2) == 0: replaceInput(topics.connections, &random)
        case .settingsAgain: remake(topics.connections, recreation) { [self] in closeAll() }
        case .stateAgain: remakeState(&random)
        default: cutState()
        }
        for machine in machines where !machine.isRunning { machine.start(world) }
        if let fault = leftAlone(before) ?? anotherWorkerFault(before) { return fault }
        return adopt()
    }

    /// How workers are while that happens; in the end another one takes over, which has nothing but the topics.
    private enum Way: CaseIterable {
        case running, stopped, killed
    }

    private var isOfState: Bool { plan.scene == .stateAgain || plan.scene == .stateCut }

    /// How a topic is made again.
    private struct Recreation {
        /// It is filled before anybody reads on, else once everybody has noticed that it is empty.
        let isSudden: Bool
        /// In the end it holds more than was read; else, as a rule, just as much.
        let goesBeyond: Bool
    }

    /// Somebody restores an input from what it held before.
    private func replaceInput(_ name: String, _ random: inout SeededRandom) {
        keepFormer(name)
        site.replace(name, by: Replacement.allCases[random.below(Replacement.allCases.count)])
    }

    /// What was in it has been read, and is not read again.
    private func keepFormer(_ name: String) {
        for number in 0..<partitions {
            let place = TopicPartition(name, number)
            former[place] = cluster.committed(place)
        }
    }

    private func remake(_ name: String, _ recreation: Recreation, _ fill: () -> Void) {
        keepFormer(name)
        let ends = cluster.topics[name]?.partitions.map(\.end) ?? []
        let made = NewTopic(name, partitions: partitions, settings: cluster.topics[name]?.settings ?? [:])
        cluster.delete(topic: name)
        _ = cluster.create(made)
        // Whoever reads it finds that it ends before what it has read.
        if !recreation.isSudden { world.sleep(15_000) }
        fill()
        for (number, end) in ends.enumerated() {
            let enough = recreation.goesBeyond ? end + 2 : end
            while let log = cluster.log(TopicPartition(name, Int32(number))), log.end < enough {
                if name == topics.uploads { uploadMore() } else { fillSettings(Int32(number)) }
            }
        }
    }

    /// The changelog is made again, without the identities of the state where it holds anything.
    private func remakeState(_ random: inout SeededRandom) {
        let replacement = [Replacement.empty, .foreign, .shorter, .longer][random.below(4)]
        site.replace(topics.state, by: replacement) { $0.key?.starts(with: StateIdentity.key) == false }
        // Whoever reads it finds that it ends before what it has read.
        world.sleep(random.below(2) == 0 ? 15_000 : 100)
        uploadMore()
    }

    private func uploadMore() { for number in 0..<connections { uploadLast(number) } }

    /// Settings that count, and are among the first records of the new topic.
    private func closeAll() {
        for number in 0..<connections {
            let settings = #"{"connection_id":"c\#(number)","callback_url":"https://example.com/hook","closed":true}"#
            let key = Array(Uploads.connection(number).utf8)
            cluster.append(key, Array(settings.utf8), to: place(topics.connections, number))
        }
    }

    private func fillSettings(_ partition: Int32) {
        let place = TopicPartition(topics.connections, partition)
        let name = "other-\(partition)-\(cluster.log(place)?.end ?? 0)"
        cluster.append(Array(name.utf8), Array(#"{"connection_id":"\#(name)"}"#.utf8), to: place)
    }

    /// The newest records of the changelogs are lost, the last commit of each partition among them.
    private func cutState() {
        for number in 0..<partitions {
            let place = TopicPartition(topics.state, number)
            guard let last = cluster.committed(place).last else { continue }
            cluster.log(place)?.truncate(to: last.offset)
        }
        uploadMore()
    }

    /// Nothing is published, and nobody takes what is there for the state, until somebody has decided.
    private func leftAlone(_ before: Oracle.Documents) -> String? {
        let ends = stateEnds
        for _ in 0..<Self.patienceMilliseconds / 1_000 {
            for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
            world.sleep(1_000)
        }
        if oracle.documents(cluster) != before { return "\(name): documents have changed" }
        if isOfState, stateEnds != ends { return "\(name): somebody has written to the changelog" }
        let sentences = ["made again", "newest records"]
        if machines.contains(where: { machine in sentences.contains { machine.hasSaid($0) } }) { return nil }
        return "\(name): nobody says so, but \(machines.flatMap { $0.lines.suffix(3) }.joined())"
    }

    private var name: String { plan.scene.map { "\($0)" } ?? "" }

    /// Where the last committed record of each changelog lies.
    private var stateEnds: [Int64] {
        (0..<partitions).map { cluster.committed(TopicPartition(topics.state, $0)).last?.offset ?? -1 }
    }

    /// A worker that has nothing but the topics takes over.
    private func anotherWorkerFault(_ before: Oracle.Documents) -> String? {
        for machine in machines { machine.kill(world) }
        let other = Machine(98, folder: Self.folder, options: machines[0].options)
        other.wipe()
        other.start(world)
        world.sleep(Self.patienceMilliseconds)
        defer { other.kill(world) }
        if oracle.documents(cluster) != before { return "\(name): documents have changed under another worker" }
        return nil
    }

    /// Once an operator has said so, all is read that is there, and nothing is missing of what was read before.
    private func adopt() -> String? {
        for machine in machines {
            machine.kill(world)
            machine.options.adoptsState = true
        }
        for machine in machines { machine.start(world) }
        if let fault = rest() ?? stop() { return "\(name), adopted: \(fault)" }
        for machine in machines { machine.options.adoptsState = false }
        for machine in machines { machine.start(world) }
        if let fault = rest() ?? stop() { return "\(name), after it was adopted: \(fault)" }
        return nil
    }
}
