import SimulatedKafka
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// What happens to the cluster at the end of a history while workers run.
extension History {
    /// Whatever has ended before the last look at documents runs again, and has what threads it asks for: who ends now is not
    /// always started again.
    func startAll() {
        for machine in machines { machine.process?.getsNoThread = false }
        for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
        world.sleep(30_000)
    }

    /// Looks now and then, with what has ended started again, until something holds.
    private func wait(seconds: Int, startsAgain: Bool = true, until isDone: () -> Bool) -> Bool {
        for _ in 0..<2 * seconds {
            if startsAgain {
                for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
            }
            if isDone() { return true }
            world.sleep(500)
        }
        return false
    }

    /// Whether all uploads of a partition are committed.
    func isRead(_ number: Int32) -> Bool {
        let place = TopicPartition(topics.uploads, number)
        return (cluster.offset(of: place, in: "g") ?? 0) == cluster.log(place)?.end
    }

    /// What a partition has no part in goes on: all but the first are read.
    func othersFault() -> String? {
        for number in 0..<connections where Int32(number) % partitions > 0 { uploadLast(number) }
        let others = (1..<max(1, partitions)).map { $0 }
        if wait(seconds: 150, until: { others.allSatisfy(isRead) }) { return nil }
        return "the first partition holds up the others: \(others.filter { !isRead($0) }) are not read"
    }

    /// A connection's records lie in another partition than those before them: nobody takes them for all of it.
    func growMeanwhile() -> String? {
        let before = oracle.documents(cluster)
        for name in [topics.uploads, topics.connections, topics.state] {
            cluster.grow(topic: name, to: Int(partitions) + 1)
        }
        uploadLast(0, to: TopicPartition(topics.uploads, partitions))
        guard
            wait(
                seconds: 120,
                startsAgain: false,
                until: { machines.contains { $0.hasSaid("when this worker started") } }
            )
        else {
            return "nobody says that topics have grown"
        }
        world.sleep(30_000)
        return oracle.documents(cluster) == before ? nil : "topics have grown: documents have changed"
    }

    /// Whoever looks after the topic is told by how much it is too small; once it is mended all goes on.
    func narrowMeanwhile() -> String? {
        let (name, setting, sentence) = (topics.state, "max.message.bytes", "takes records of 100 bytes at most")
        let former = cluster.topics[name]?.settings[setting]
        isNarrowed = true
        cluster.alter(topic: name, setting, "100")
        for number in 0..<connections { uploadLast(number) }
        guard wait(seconds: 120, startsAgain: false, until: { machines.contains { $0.hasSaid(sentence) } }) else {
            return "nobody says that \(name) \(sentence)"
        }
        cluster.alter(topic: name, setting, former)
        return rest() ?? stop()
    }

    /// One partition can't be restored for want of an answer, and the others are.
    func deafen() -> String? {
        cluster.weather.deaf = TopicPartition(topics.state, 0)
        for machine in machines { site.expel(machine) }
        world.sleep(2_000)
        if let fault = othersFault() { return fault }
        return rest() ?? stop()
    }

    /// A worker `a/b` of the group `g` and a worker `b` of the group `g/a` have nothing to do with each other.
    func meetNamesake() -> String? {
        for machine in machines { machine.kill(world) }
        let first = Machine(98, folder: Self.folder, options: machines[0].options)
        first.options.instanceID = "a/b"
        let other = Machine(99, folder: Self.folder, options: first.options)
        (other.options.groupID, other.options.instanceID) = ("g/a", "b")
        other.options.rules.topicPrefix = "other."
        other.options.rules.inputPrefix = topics.inputPrefix
        other.options.createdPartitions = partitions
        for machine in [first, other] { machine.start(world) }
        _ = wait(seconds: 120, startsAgain: false) {
            for number in 0..<connections { uploadLast(number) }
            return !first.endings.isEmpty || !other.endings.isEmpty
        }
        for machine in [first, other] where !machine.endings.isEmpty { return "a namesake ends it: \(machine.endings)" }
        for group in ["g", "g/a"] where (cluster.offset(of: TopicPartition(topics.uploads, 0), in: group) ?? 0) == 0 {
            return "\(group) has read nothing"
        }
        for machine in [first, other] { machine.kill(world) }
        return rest() ?? stop()
    }

    /// One of two with one name must end, and what both have done is right.
    func meetRival() -> String? {
        for machine in machines.dropFirst() { machine.kill(world) }
        let first = machines[0]
        // It may have been stopped to get other rules.
        if first.buryDead() || !first.isRunning { first.start(world) }
        hasRival = true
        let rival = Machine(99, folder: first.storePath, options: first.options)
        rival.options.instanceID = first.options.instanceID
        first.forgetEndings()
        rival.start(world)
        let haveAllWork = Int(partitions) >= 2 * first.options.lanes && connections >= Int(partitions)
        // Where nothing comes, no transaction tells of the other one: the group alone does.
        var random = plan.random(ofStep: 8_000_000)
        let isQuiet = !first.options.isDynamic && (plan.scene == .rival || random.below(2) == 0)
        let hasEnded = wait(seconds: 150, startsAgain: false) {
            for number in 0..<max(connections, Int(partitions)) where !isQuiet { uploadLast(number % connections) }
            return !first.endings.isEmpty || !rival.endings.isEmpty
        }
        rival.kill(world)
        if !hasEnded, !first.options.isDynamic || haveAllWork { return "two of one name go on for ever" }
        first.forgetEndings()
        return rest() ?? stop()
    }
}
