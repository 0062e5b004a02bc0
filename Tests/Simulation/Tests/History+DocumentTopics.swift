import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// What happens to the topics of documents: somebody replaces them, or they take nothing for a while.
extension History {
    /// What is in a topic that replaces another one.
    private enum Content: CaseIterable {
        case nothing
        /// What was live early on, as a backup of some time ago has it.
        case shorterCopy
        /// More records than there were, as after a restore that ran twice.
        case longerCopy
        /// The same records at the same offsets.
        case equalCopy
        case foreignRecord
    }

    /// How workers are while that happens.
    private enum Way: CaseIterable {
        case running, stopped, killed, wiped
    }

    /// Somebody replaces the topics.
    ///
    /// What lies in the new topic when a process is killed is of a transaction that its successor aborts.
    func replaceTopics(_ random: inout SeededRandom) {
        for number in 0..<connections { uploadLast(number) }
        world.sleep(6_000)
        areTopicsForgotten = true
        let way = Way.allCases[random.below(Way.allCases.count)]
        let content = Content.allCases[random.below(Content.allCases.count)]
        world.note("documents are replaced: \(content), workers are \(way)")
        switch way {
        case .running: break
        case .stopped:
            for machine in machines { machine.process?.stop = "SIGTERM" }
            world.sleep(20_000)
        case .killed, .wiped:
            for machine in machines { machine.kill(world) }
            if way == .wiped { for machine in machines { machine.wipe() } }
        }
        for name in documentTopics { replace(name, by: content) }
        if way == .running, random.below(3) > 0 {
            for machine in machines { machine.process?.trap = ("commit ", .kill, {}) }
        }
        for number in 0..<connections { uploadLast(number) }
        for machine in machines where !machine.isRunning { machine.start(world) }
        world.sleep(3_000)
    }

    private func replace(_ name: String, by content: Content) {
        guard let known = cluster.topics[name] else { return }
        let places = known.partitions.indices.map { TopicPartition(name, Int32($0)) }
        let (records, live) = (places.map(cluster.committed), places.map(cluster.live))
        cluster.delete(topic: name)
        _ = cluster.create(NewTopic(name, partitions: Int32(places.count), settings: known.settings))
        for (index, place) in places.enumerated() {
            var copied = records[index].filter { $0.key.map { live[index][$0] != nil } ?? false }
            switch content {
            case .nothing: copied = []
            case .shorterCopy: copied = Array(copied.prefix(copied.count / 2))
            case .longerCopy: copied += copied + copied
            case .equalCopy:
                copied = []
                cluster.log(place)?.copy(known.partitions[index])
            case .foreignRecord:
                copied = []
                cluster.append(Oracle.foreignKey, [], to: place)
            }
            for record in copied { cluster.append(record.key ?? [], record.value, to: place) }
        }
    }

    /// The topic of the first connection cannot be made, and later the topic of the second may not be written to.
    func refuseTopics(_ step: Int) {
        let names = (0..<connections).map { "\(topics.prefix)connection.\(Uploads.connection($0))" }
        switch step {
        case 0: cluster.unmakable = [names[0]]
        case 8: cluster.unwritable = [names[1 % names.count]]
        // Their successors begin with the debt.
        case 14: for machine in machines { machine.process?.stop = "SIGTERM" }
        case 20: cluster.unmakable = []
        case 24: cluster.unwritable = []
        default: break
        }
        if step % 4 == 3 { for number in 0..<connections { uploadLast(number) } }
    }
}
