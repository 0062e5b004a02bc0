import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// What happens to the topics of documents: somebody replaces them, or they take nothing for a while.
extension History {
    /// Somebody replaces the topics.
    ///
    /// The records in the new topic when a process is killed belong to a transaction that its successor aborts.
    func replaceTopics(_ step: Int, _ random: inout SeededRandom) {
        for number in 0..<connections { uploadLast(number) }
        world.sleep(6_000)
        areTopicsForgotten = true
        // Five of these histories have all pairs of content and way.
        let change = TopicChange(plan.seed / 100 * 4 + UInt64(step / 8))
        let isExact = random.below(2) == 0
        site.make(change, "documents") {
            for name in documentTopics { replace(name, by: change.replacement, isExact: isExact) }
            if change.way == .running, random.below(3) > 0 {
                for machine in machines { machine.process?.trap = ("commit ", .kill, {}) }
            }
            for number in 0..<connections { uploadLast(number) }
        }
        world.sleep(3_000)
    }

    /// Only records of live documents are copied, because nobody deletes the others.
    private func replace(_ name: String, by replacement: Replacement, isExact: Bool) {
        var live: [TopicPartition: [[UInt8]: [UInt8]]] = [:]
        for number in (cluster.topics[name]?.partitions ?? []).indices {
            let place = TopicPartition(name, Int32(number))
            live[place] = cluster.live(place)
        }
        var refill = Refill { _ in (Oracle.foreignKey, []) }
        refill.isExact = isExact
        refill.keeps = { place, record in record.key.map { live[place]?[$0] != nil } ?? false }
        site.replace(name, by: replacement, refill)
    }

    /// The topic of the first connection and that of the second one's form cannot be made, and later the topic of the second
    /// may not be written to.
    func refuseTopics(_ step: Int) {
        let names = (0..<connections).map { "\(topics.prefix)connection.\(Uploads.connection($0))" }
        switch step {
        case 0: cluster.unmakable = [names[0], "\(topics.prefix)copy.\(Uploads.connection(1))"]
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
