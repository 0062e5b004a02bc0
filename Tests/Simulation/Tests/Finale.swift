import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// What an operator does to the cluster, mostly while no worker runs, at the end of a history.
enum Finale: CaseIterable {
    case nothing
    /// While workers run, all topics that go together get one more partition.
    case grownMeanwhile
    /// While workers run, a topic takes short records only.
    case narrowed
    /// While workers run, nobody says where one changelog ends.
    case deaf
    /// A second worker comes that has the name of the first.
    case rival
    /// The group's offsets have expired, or were deleted: the state has them too.
    case offsetsGone
    /// The newest uploads are lost, as by a restored cluster.
    case uploadsLost
    /// Uploads were deleted before anybody read them.
    case uploadsExpired
    /// The changelog was deleted and made again.
    case stateMadeAgain
    /// The changelog's records were deleted.
    case stateDeleted
    /// The uploads have one more partition.
    case grown
    /// The brokers are those of another cluster.
    case otherCluster

    /// Whether it happens while workers run.
    var isOfRunning: Bool { [.grownMeanwhile, .narrowed, .deaf, .rival].contains(self) }

    /// Whether the other partitions go on.
    var isOfOnePartition: Bool { self == .uploadsLost || self == .uploadsExpired }

    /// What workers must say; nil where they go on as if nothing was.
    var sentence: String? {
        switch self {
        case .nothing, .offsetsGone, .deaf, .rival: nil
        case .grownMeanwhile: "when this worker started"
        case .narrowed: "takes records of 100 bytes at most"
        case .uploadsLost: "its newest records were lost"
        case .uploadsExpired: "were deleted before they were read"
        case .stateMadeAgain, .stateDeleted: "made again"
        case .grown: "partition"
        case .otherCluster: "belongs to the Kafka cluster"
        }
    }
}

extension History {
    /// The end of a history: all stop, and begin again after something was done to the cluster.
    ///
    /// - Returns: What is wrong; nil when nothing is.
    func finish() -> String? {
        if let fault = operators.stop() { return fault }
        var finale = plan.isRough ? Finale.allCases[world.below(Finale.allCases.count)] : .nothing
        if plan.scene?.isOfRival == true { finale = .rival }
        if plan.scene == .namesake { return meetNamesake() }
        if let scene = plan.scene, Scene.endings.contains(scene) {
            return endMadeAgain(scene).map { "\(scene), \(Scene.change(of: plan.seed)): \($0)" }
        }
        if finale.isOfRunning { startAll() }
        switch finale {
        case .grownMeanwhile: return growMeanwhile()
        case .narrowed: return narrowMeanwhile()
        case .deaf: return deafen()
        case .rival: return meetRival()
        default: break
        }
        if let fault = stop() ?? site.falseAlarm() ?? site.storeFault() { return fault }
        let first = place(topics.uploads, 0)
        if finale == .nothing {
            return site.refillFault { for number in 0..<connections { uploadLast(number) } } ?? stop()
        }
        guard let log = cluster.log(first), log.end > 0 else { return nil }
        let before = oracle.documents(cluster)
        areOffsetsGone = finale == .offsetsGone
        site.act(finale, on: first) { uploadLast(0) }
        var random = plan.random(ofStep: 2_000_000)
        guard let sentence = finale.sentence else {
            for machine in machines { machine.start(world) }
            return rest() ?? stop()
        }
        if let fault = site.wait(for: [sentence], &random) { return "\(finale): \(fault)" }
        // What follows must change nothing either.
        world.sleep(30_000)
        if oracle.documents(cluster) != before { return "\(finale): documents have changed" }
        return finale.isOfOnePartition ? othersFault() : nil
    }
}

extension Site {
    /// Does to the cluster what no process sees while it happens.
    ///
    /// - Parameters:
    ///   - finale: what is done.
    ///   - input: the partition of which records are lost.
    ///   - append: writes a record to it.
    func act(_ finale: Finale, on input: TopicPartition, append: () -> Void) {
        guard let log = cluster.log(input) else { return }
        world.note("finale: \(finale)")
        switch finale {
        case .nothing, .grownMeanwhile, .narrowed, .deaf, .rival: break
        case .offsetsGone: cluster.deleteOffsets(of: group)
        case .uploadsLost: log.truncate(to: log.end - 1)
        case .uploadsExpired:
            append()
            append()
            log.deleteRecords(before: log.end - 1)
        case .stateMadeAgain: makeAgain(changelog)
        case .stateDeleted:
            for log in cluster.topics[changelog]?.partitions ?? [] { log.deleteRecords(before: log.end) }
        case .grown: cluster.grow(topic: input.topic, to: (cluster.topics[input.topic]?.partitions.count ?? 0) + 1)
        case .otherCluster: cluster.id = "cluster-2"
        }
    }

    /// What is wrong when a process fills its store anew though it had read all until another took over for a minute.
    ///
    /// - Parameter write: writes what changes the state of each partition.
    /// - Returns: what the process says; nil when nothing is wrong.
    func refillFault(_ write: () -> Void) -> String? {
        guard machines.count > 1 else { return nil }
        let machine = machines[0]
        machine.start(world)
        world.sleep(60_000)
        world.daysMilliseconds += 8 * 86_400_000
        // Once in a minute it is noted up to when a store has missed nothing, which is the minute before.
        world.sleep(200_000)
        stop()
        machines[1].start(world)
        write()
        world.sleep(60_000)
        stop()
        let count = machine.lines.count
        machine.isTalkative = true
        machine.start(world)
        world.sleep(60_000)
        let said = machine.lines.dropFirst(count).first { $0.contains("longer than the changelog keeps tombstones") }
        return said.map { "a store was in step, and is filled anew: \($0)" }
    }

    /// Deletes a topic, and makes it again as it was made.
    func makeAgain(_ name: String) {
        guard let topic = cluster.topics[name] else { return }
        cluster.delete(topic: name)
        _ = cluster.create(NewTopic(name, partitions: Int32(topic.partitions.count), settings: topic.settings))
    }

    /// Starts again what ends, until a process has said one of these sentences.
    ///
    /// - Returns: What was said instead; nil when it was said.
    func wait(for sentences: [String], _ random: inout SeededRandom) -> String? {
        for _ in 0..<120 {
            for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
            if machines.contains(where: { sentences.contains(where: $0.hasSaid) }) { return nil }
            world.sleep(Int64(500 + random.below(500)))
        }
        let said = machines.flatMap { $0.lines.suffix(3) }.joined()
        return "nobody says \(sentences), but \(said) \(machines.flatMap(\.endings))"
    }
}
