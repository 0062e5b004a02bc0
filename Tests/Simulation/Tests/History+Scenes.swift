import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// What happens in each scene.
extension History {
    func play(step: Int) {
        guard let scene = plan.scene, plan.isRough else { return }
        var random = plan.random(ofStep: 7_000_000 + step)
        switch scene {
        case .ahead: setAhead(step)
        case .early: if step % 6 == 4 { writeSettingsAgain(&random) }
        case .remade: remakeShared(step)
        case .ordered: deleteShared(step)
        case .stopped: if step % 6 == 5 { stopWhileCut(&random) }
        case .renewed: if step % 10 == 9 { shortenBatches(&random) }
        case .unheard: if step % 6 == 5 { cutBeforeSubscribing(&random) }
        case .letters: if step == 0 { cluster.alter(topic: topics.deadLetters, "max.message.bytes", "1200") }
        case .gone: if step % 4 == 3 { deleteOwn(&random) }
        case .overlap: for number in 0..<connections { uploadLast(number) }
        case .forgotten: cluster.weather.markerMilliseconds = 10_000
        case .replaced: if step % 8 == 7 { replaceTopics(step, &random) }
        case .uncompacted: lookAfterUncompacted(step)
        case .erased: if step == 12 { operators.erase(&random) }
        case .moved: moveAway(step, &random)
        case .stalled: if step % 10 == 5 { stallTwice(&random) }
        case .begun: if step % 6 == 5 { cutAfterBegin(&random) }
        case .outrun: if step % 10 == 5 { outrun(machines[step / 10 % 2]) }
        case .refusing: refuseTopics(step)
        case .rival, .twins, .namesake, .uploadsAgain, .settingsAgain, .stateAgain, .jobsAgain, .lettersAgain: break
        }
    }

    private func outrun(_ machine: Machine) {
        machine.process?.trap = ("sendOffsets", .stallProcess(40_000), {})
        for _ in 0..<8 {
            for number in 0..<connections { uploadLast(number) }
            world.sleep(4_000)
        }
        for number in 0..<partitions { deleteRead(number) }
        world.sleep(20_000)
    }

    /// Deletes the uploads that the group has read.
    private func deleteRead(_ partition: Int32) {
        let place = TopicPartition(topics.uploads, partition)
        guard let offset = cluster.offset(of: place, in: "g") else { return }
        former[place, default: []] += cluster.committed(place).prefix { $0.offset < offset }
        cluster.log(place)?.deleteRecords(before: offset)
    }

    private func lookAfterUncompacted(_ step: Int) {
        let name = "\(topics.prefix)connection.\(Uploads.connection(0))"
        let setting = "cleanup.policy"
        if step == 0 { _ = cluster.create(NewTopic(name, partitions: 1, settings: [setting: "delete"])) }
        if step == 24 { cluster.alter(topic: name, setting, "compact") }
        for topic in documentTopics where cluster.topics[topic]?.settings[setting] == "delete" {
            for log in cluster.topics[topic]?.partitions ?? [] { log.deleteRecords(before: log.lastStable) }
        }
    }

    var documentTopics: [String] {
        cluster.topics.keys.filter { $0.hasPrefix(topics.prefix) && !topics.all.contains($0) }.sorted()
    }

    private func setAhead(_ step: Int) {
        let machine = machines[0]
        switch step {
        case 2: machine.skewMilliseconds = 30 * 86_400_000
        case 8:
            for number in 0..<connections { uploadLast(number) }
            // Up to when a store has missed nothing is noted once in a minute, and is then the minute before.
            world.sleep(200_000)
        case 12:
            machine.process?.stop = "SIGTERM"
            away = [machine.number]
        case 16: site.expel(machine)
        case 24: for number in 0..<connections { deleteLast(number) }
        case 28:
            world.sleep(2_000)
            machine.skewMilliseconds = 0
            world.daysMilliseconds += 8 * 86_400_000
            for number in 0..<partitions { cluster.compact(TopicPartition(topics.state, number), before: .max) }
            away = []
        default: break
        }
    }

    /// The same settings again change nothing.
    private func writeSettingsAgain(_ random: inout SeededRandom) {
        for machine in machines { machine.kill(world) }
        for number in 0..<connections {
            let key = Array(Uploads.connection(number).utf8)
            cluster.append(key, Array(Uploads.settings(number).utf8), to: place(topics.connections, number))
            uploadLast(number)
        }
        for machine in machines {
            machine.start(world)
            cut(machine, at: ["sendOffsets"], for: 6_200 + Int64(random.below(2_000)))
        }
        world.sleep(12_000)
    }

    /// Nothing in hand may be of the first partition: what is written to the new one hides that all else of the old is gone.
    private func remakeShared(_ step: Int) {
        let name = "fork.documents"
        switch step {
        case 6:
            world.sleep(3_000)
            areTopicsForgotten = true
            let trap = { [self] in
                guard isRead(0), let known = cluster.topics[name] else { return }
                cluster.delete(topic: name)
                _ = cluster.create(NewTopic(name, partitions: 1, settings: known.settings))
            }
            machines[0].process?.trap = ("begin", .stallThread(0), trap)
            uploadLast(1)
            world.sleep(4_000)
        case 20: cluster.grow(topic: name, to: Int(partitions))
        default: break
        }
    }

    private func deleteShared(_ step: Int) {
        switch step % 8 {
        case 3:
            areTopicsForgotten = true
            cluster.delete(topic: "fork.documents")
            uploadLast(0)
            world.sleep(3_000)
        case 4:
            uploadLast(1)
            world.sleep(3_000)
        default: break
        }
    }

    /// The records are refused before the coordinator of transactions has heard of anything.
    private func deleteOwn(_ random: inout SeededRandom) {
        areTopicsForgotten = true
        for machine in machines {
            let delete = { [self] in
                let names = cluster.topics.keys.filter { $0.hasPrefix(topics.prefix + "connection.") }
                for name in names.sorted() { cluster.delete(topic: name) }
                machine.process?.trap = ("groupMetadata", .stallThread(200), {})
            }
            machine.process?.trap = ("begin", .stallThread(0), delete)
        }
        for number in 0..<connections { uploadLast(number) }
        world.sleep(2_000)
    }

    private func stopWhileCut(_ random: inout SeededRandom) {
        let machine = machines[random.below(machines.count)]
        cut(machine, at: ["commit "], for: 9_000 + Int64(random.below(20_000))) { machine.process?.stop = "SIGTERM" }
        for number in 0..<connections { uploadLast(number) }
        world.sleep(12_000)
    }

    private func stallTwice(_ random: inout SeededRandom) {
        let machine = machines[random.below(machines.count)]
        doze(machine)
        for _ in 0..<3 {
            for number in 0..<connections { uploadLast(number) }
            world.sleep(20_000)
        }
    }

    /// The topics of all but the first connection are unknown to a process that has only written to that of the first: it asks
    /// for them when the transaction has begun.
    private func cutAfterBegin(_ random: inout SeededRandom) {
        let machine = machines[0]
        machine.kill(world)
        machine.start(world)
        uploadLast(0)
        world.sleep(20_000)
        let pause = 6_500 + Int64(random.below(2_000))
        machine.process?.trap = ("begin", .stallThread(0), { [self] in awaitQuestion(of: machine, pause) })
        uploadLast(0)
        world.sleep(20)
        for number in 1..<connections { uploadLast(number) }
        world.sleep(12_000)
    }

    /// The line is cut not before the first records have opened the transaction at its broker.
    private func awaitQuestion(of machine: Machine, _ pause: Int64) {
        machine.process?.trap = (
            "metadata", .stallThread(100),
            { [self] in world.at(world.now + 60) { [self] in cutAndStop(machine, pause) } }
        )
    }

    private func cutAndStop(_ machine: Machine, _ pause: Int64) {
        world.note("the line of \(machine.number) is cut for \(pause)")
        machine.process?.cutUntil = world.now + pause
        machine.process?.stop = "SIGTERM"
    }

    private func shortenBatches(_ random: inout SeededRandom) {
        isNarrowed = true
        for machine in machines { machine.kill(world) }
        for name in cluster.topics.keys.sorted() where name.hasPrefix(topics.prefix) && !topics.all.contains(name) {
            cluster.alter(topic: name, "max.message.bytes", "1000000")
        }
        for number in 0..<connections { uploadLast(number) }
        for machine in machines {
            machine.start(world)
            cut(machine, at: ["initTransactions", "describeConfigs", "initTransactions"], for: 3_500)
        }
    }

    private func cutBeforeSubscribing(_ random: inout SeededRandom) {
        let machine = machines[random.below(machines.count)]
        machine.kill(world)
        machine.start(world)
        cut(machine, at: ["initTransactions answered"], for: 3_500 + Int64(random.below(2_000)))
    }

    /// Cuts the line of a machine at the last of these calls, each the next of its name after the one before.
    private func cut(
        _ machine: Machine,
        at calls: [String],
        for milliseconds: Int64,
        then: @escaping () -> Void = {}
    ) {
        guard let name = calls.first else { return }
        machine.process?.trap = (
            name, .stallThread(0),
            { [self] in
                if calls.count > 1 { return cut(machine, at: Array(calls.dropFirst()), for: milliseconds, then: then) }
                world.note("the line of \(machine.number) is cut for \(milliseconds)")
                machine.process?.cutUntil = world.now + milliseconds
                then()
            }
        )
    }
}
