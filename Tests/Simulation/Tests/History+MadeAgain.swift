import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// The end of a history in which somebody replaces a topic that workers read or only append to.
extension History {
    /// The time for which workers try partitions again that they have left alone.
    private static let patienceMilliseconds: Int64 = 100_000

    /// Replaces the topic of a scene; returns what is wrong, or nil.
    func endMadeAgain(_ scene: Scene) -> String? {
        startAll()
        var random = plan.random(ofStep: 9_000_000)
        let change = Scene.change(of: plan.seed)
        switch scene {
        case .uploadsAgain: return endWithInput(topics.uploads, change, &random)
        case .settingsAgain: return endWithInput(topics.connections, change, &random)
        case .jobsAgain: return endWithAppended(topics.jobs, change)
        case .lettersAgain: return endWithAppended(topics.deadLetters, change)
        default: return endWithState(change, &random)
        }
    }

    /// An input is another one: nobody reads it until an operator adopts it.
    private func endWithInput(_ name: String, _ change: TopicChange, _ random: inout SeededRandom) -> String? {
        let before = oracle.documents(cluster)
        let isGrown = change.replacement == .foreign && random.below(2) == 0
        let value = name == topics.uploads ? "{}" : #"{"connection_id":"other"}"#
        var refill = Refill(key: "other", value: value)
        refill.pauseMilliseconds = random.below(2) == 0 ? 15_000 : 0
        let more = random.below(2) == 0 ? 2 : 0
        keepFormer(name)
        site.make(change, name) {
            if isGrown { return regrow(name, refill, more: Int64(more)) }
            site.replace(name, by: change.replacement, refill)
        }
        return leftAlone(before) ?? anotherWorkerFault(before) ?? adopt()
    }

    /// The records of the topic were read, and are not read again.
    private func keepFormer(_ name: String) {
        for number in (cluster.topics[name]?.partitions ?? []).indices {
            let place = TopicPartition(name, Int32(number))
            former[place] = cluster.committed(place)
        }
    }

    /// The recreated input gets new records until it is as long as before, or longer.
    private func regrow(_ name: String, _ refill: Refill, more: Int64) {
        let ends = cluster.topics[name]?.partitions.map(\.end) ?? []
        site.replace(name, by: .empty, refill)
        if name == topics.connections { closeAll() }
        for (number, end) in ends.enumerated() {
            while let log = cluster.log(TopicPartition(name, Int32(number))), log.end < end + more {
                if name == topics.uploads { uploadMore() } else { fillSettings(Int32(number)) }
            }
        }
    }

    private func uploadMore() { for number in 0..<connections { uploadLast(number) } }

    /// Settings that count, and are among the first records of the new topic.
    private func closeAll() {
        for number in 0..<connections {
            let settings = #"{"connection_id":"c\#(number)","callback_url":"https://example.com/hook","closed":true}"#
            writeSettings(number, settings)
        }
    }

    private func fillSettings(_ partition: Int32) {
        let place = TopicPartition(topics.connections, partition)
        let name = "other-\(partition)-\(cluster.log(place)?.end ?? 0)"
        cluster.append(Array(name.utf8), Array(#"{"connection_id":"\#(name)"}"#.utf8), to: place)
    }

    /// The changelog is another one, or has lost its newest records.
    ///
    /// An exact copy is the same state, so no worker may stop. A copy at other offsets is whole too, but a worker cannot
    /// always see this: it may continue or stop. A worker whose store lacks the newest commits may also continue if the
    /// changelog has an identity with the offsets of the group, because no other fact is known to it. All other workers
    /// must stop.
    private func endWithState(_ change: TopicChange, _ random: inout SeededRandom) -> String? {
        let before = oracle.documents(cluster)
        let lasts = site.changelogEnds
        // In every second cycle of all pairs, the running workers have the half, and the others the cut.
        let isCut = change.replacement == .shorter && (change.way == .running) == (plan.seed / 2_000 % 2 == 0)
        let isExact = change.replacement == .copy && random.below(2) == 0
        let pause: Int64 = random.below(2) == 0 ? 15_000 : 0
        site.make(change, topics.state) {
            if isCut { cutState() } else { site.replaceState(by: change.replacement, isExact: isExact, pause) }
            if change.way != .running { lacksState = site.lacksState(before: lasts) }
        }
        uploadMore()
        if isExact {
            lacksState = false
            return rest() ?? stop() ?? site.falseAlarm()
        }
        var mayContinue = Set<Int32>()
        if change.replacement == .copy {
            mayContinue = Set(0..<partitions)
            // An empty store is filled from the copy, and adopting it changes nothing.
            if change.way == .anotherOwner { lacksState = false }
        } else if change.way == .killed || change.way == .anotherOwner {
            mayContinue = Set((0..<partitions).filter(isConsistent))
        }
        return leftAlone(before, except: mayContinue) ?? anotherWorkerFault(before, except: mayContinue)
            ?? adopt {
                // Adopting a stranger's state drops the own store, so that the operator removes this state first.
                if change.replacement == .foreign { self.site.makeAgain(self.topics.state) }
            }
    }

    /// Whether the newest identity of a changelog has the committed offsets of the group.
    private func isConsistent(_ partition: Int32) -> Bool {
        guard let identity = site.newestIdentity(partition) else { return false }
        return identity.uploads == cluster.offset(of: TopicPartition(topics.uploads, partition), in: "g")
            && identity.connections == cluster.offset(of: TopicPartition(topics.connections, partition), in: "g")
    }

    /// The newest records of the changelogs are lost, including the end of the last commit of each partition.
    private func cutState() {
        for number in 0..<partitions {
            let place = TopicPartition(topics.state, number)
            guard let last = cluster.committed(place).last else { continue }
            cluster.log(place)?.truncate(to: last.offset)
        }
    }

    /// A topic that workers only append to is another one: nobody stops, and later records arrive once.
    private func endWithAppended(_ name: String, _ change: TopicChange) -> String? {
        keepFormer(name)
        site.make(change, name) {
            site.replace(name, by: change.replacement, Refill(key: "other", value: "{}"))
            for place in former.keys where place.topic == name { refilled[place] = cluster.log(place)?.end }
        }
        for number in 0..<connections { uploadRefused(number) }
        uploadMore()
        return rest() ?? stop() ?? site.falseAlarm()
    }

    /// No documents change, and only these partitions have commits, until an operator decides.
    private func leftAlone(_ before: Oracle.Documents, except others: Set<Int32> = []) -> String? {
        let ends = site.changelogEnds
        for _ in 0..<Self.patienceMilliseconds / 1_000 {
            for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
            world.sleep(1_000)
        }
        let left = (0..<partitions).filter { !others.contains($0) }
        if others.isEmpty, oracle.documents(cluster) != before { return "documents have changed" }
        // The other scenes replace no changelog, and settings of strangers change no document.
        if plan.scene == .stateAgain, left.contains(where: { site.changelogEnds[Int($0)] != ends[Int($0)] }) {
            return "somebody has written to the changelog"
        }
        if left.isEmpty || machines.contains(where: { Site.refusals.contains(where: $0.hasSaid) }) { return nil }
        return "nobody says that a topic is another one, but \(machines.flatMap { $0.lines.suffix(3) }.joined())"
    }

    /// A worker that has only the topics takes over.
    private func anotherWorkerFault(_ before: Oracle.Documents, except others: Set<Int32> = []) -> String? {
        for machine in machines { machine.kill(world) }
        let other = Machine(98, folder: Self.folder, options: machines[0].options)
        other.wipe()
        other.start(world)
        world.sleep(Self.patienceMilliseconds)
        defer { other.kill(world) }
        if others.isEmpty, oracle.documents(cluster) != before { return "documents have changed under another worker" }
        return nil
    }

    /// Once an operator has adopted it, all records of the topic are read, and nothing that was read before is missing.
    private func adopt(after prepare: () -> Void = {}) -> String? {
        for machine in machines {
            machine.kill(world)
            machine.options.adoptsState = true
        }
        prepare()
        for machine in machines { machine.start(world) }
        if let fault = rest() ?? stop() ?? site.storeFault() { return "adopted: \(fault)" }
        for machine in machines { machine.options.adoptsState = false }
        for machine in machines { machine.start(world) }
        if let fault = rest() ?? stop() { return "after it was adopted: \(fault)" }
        return nil
    }
}
