import Dispatching
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// The end of a history of dispatchers: all comes to rest, and is looked at.
extension DeliveryHistory {
    /// Nothing goes wrong any more, until no job waits.
    func rest() -> String? {
        site.calm()
        world.note("rest")
        isResting = true
        defer { isResting = false }
        customers.moods = [:]
        openAll()
        // Requests that were under way have failed by then, and what a clock that was ahead has put off by hours is known.
        world.at(world.now + 2 * Self.requestMilliseconds) { [self] in if isResting { openAll() } }
        let deadline = world.now + longestRestMilliseconds
        var random = plan.random(ofStep: 1_000_000)
        while world.now < deadline {
            if let fault = customers.fault ?? cluster.misuse { return fault }
            for machine in machines {
                machine.process?.halt = nil
                machine.process?.trap = nil
            }
            site.startDead(&random)
            if isRead, waiting.isEmpty, !cluster.hasOpenTransactions { return deliveryFault() }
            world.sleep(1_000)
        }
        return "not all is done: \(standing)"
    }

    /// Settings make all due at once, so that nothing but hosts that are left alone, and wrong clocks, takes longer than this.
    private var longestRestMilliseconds: Int64 {
        isDelayed || !happened.isDisjoint(with: Disturbance.changingClocks) || customers.mostFailuresInARow >= 20
            ? 1_800_000 : 120_000
    }

    /// Writes settings of all connections, by which all that waits is due at once.
    func openAll() {
        for number in 0..<connections { writeSettings(number, ",\"callback_url\":\"\(JobText.urls[number])\"") }
    }

    /// The dead letters that dispatchers have written, including those of a topic that was replaced.
    var deadLetters: [LogRecord] {
        let place = TopicPartition(topics.webhookDeadLetters, 0)
        return formerLetters + cluster.committed(place).filter { $0.offset >= lettersBegin }
    }

    private func deliveryFault() -> String? {
        let isCalm = plan.isCalm && machines.count == 1 && !isReplaced
        return oracle.fault(deadLetters: deadLetters, malformed: malformed, isCalm: isCalm)
    }

    private var isRead: Bool {
        (0..<partitions).allSatisfy { number in
            let place = TopicPartition(topics.jobs, number)
            let end = cluster.log(place)?.end ?? 0
            // The state has it too, and it is committed again with the next record.
            guard let offset = cluster.offset(of: place, in: Self.group) else { return end == (lostEnds[place] ?? 0) }
            return offset == end
        }
    }

    /// The rows of jobs in the state.
    private var waiting: [String] {
        (0..<partitions).flatMap { number in
            cluster.live(TopicPartition(topics.webhookState, number)).keys.compactMap { key -> String? in
                // Connection, zero, state key of 24 bytes that begins with its kind, chunk.
                guard key.count > 27, key[key.count - 27] == 0, let kind = RowKind(rawValue: key[key.count - 26]),
                    ![.connection, .progress, .bases, .host, .repair].contains(kind)
                else { return nil }
                return "\(kind) of \(String(decoding: key.prefix { $0 > 0 }, as: UTF8.self))"
            }
        }
    }

    var standing: String {
        let offsets = (0..<partitions).map { number in
            let place = TopicPartition(topics.jobs, number)
            return "\(place) \(cluster.offset(of: place, in: Self.group) ?? -1) of \(cluster.log(place)?.end ?? -1)"
        }
        return "\(offsets.joined(separator: ", ")); waiting \(waiting)\n"
            + machines.flatMap { $0.lines.suffix(5) }.joined()
    }

    /// All are asked to stop; what they leave on their disks is what their changelogs say.
    func finish() -> String? {
        site.stop()
        return endingFault() ?? site.falseAlarm() ?? site.storeFault() ?? deliveryFault()
            ?? (plan.seed % 6 == 5 ? refillFault() : endAfterOperator())
    }

    private func refillFault() -> String? {
        var random = plan.random(ofStep: 2_000_000)
        if let fault = site.refillFault({ for number in 0..<connections { append(number, &random) } }) { return fault }
        site.stop()
        return endingFault()
    }

    /// What is wrong with how processes have ended.
    func endingFault() -> String? {
        for machine in machines where machine.isRunning { return "\(machine.number) does not stop" }
        return failure
    }

    /// The error with which a process has ended that should not.
    var failure: String? {
        for machine in machines {
            for case .failed(let error) in machine.endings where !mayEnd(error.description) {
                return "\(machine.number) has ended with \(error)"
            }
        }
        return nil
    }

    private func mayEnd(_ reason: String) -> Bool {
        ["did not end in time", "neither committed nor aborted", "has been stuck in one call"].contains(
            where: reason.contains
        )
    }
}
