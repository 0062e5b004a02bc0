import Health
import Kafka
import Observation
import System
import Vocabulary

/// Failed partitions: dropping them until a retry, and logging.
extension Lane {
    /// Drops a failed partition, and restores it again after a pause that grows with each failure.
    ///
    /// `reason` describes the failure and the action to take.
    func leaveAlone(_ partition: Int32, reason: Reason) {
        perform(leaveAlone([partition: reason]))
    }

    /// Prevents the commit of an outcome that breaks an invariant or was derived from unreadable state.
    func blame(_ partition: Int32, for outcome: Outcome) {
        if let value = outcome.unreadable { obstacles.blame(partition, Reason(.stateUnreadable, value.description)) }
        guard let broken = outcome.broken, !obstacles.blames(partition) else { return }
        observer.invariantBroken(broken.name)
        let (committed, reached) = (cycle.committed, cycle.reached)
        let places = [Input.uploads(partition), .connections(partition)].map { input in
            "\(self.partition(input)) from offset \(committed[input] ?? 0) to before \(reached[input] ?? 0)"
        }
        obstacles.blame(
            partition,
            Reason(
                Reason.Code(rawValue: broken.name) ?? .accountingUnbalanced,
                "\(broken): this is a defect of fork-worker, and nothing of the commit was published. Report it with this "
                    + "line, and keep these records: \(places.joined(separator: ", "))"
            )
        )
    }

    func leaveAlone(_ reasons: [Int32: Reason]) -> [Action] {
        let now = clocks.steadyMilliseconds()
        let actions = cycle.leaveAlone(Array(reasons.keys), at: now)
        for (partition, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            guard let until = cycle.leftAlone(partition) else { continue }
            context.partitions?.leavesAlone(partition, reason, lane: number)
            guard let news = failing.fail(partition, reason: reason, at: now) else { continue }
            observer.partitionLeftAlone(
                lane: number,
                partition: partition,
                reason: reason,
                pauseSeconds: Double(until - now) / 1_000,
                isFirst: news == .first
            )
        }
        return actions
    }

    /// Drops the batches and state of these partitions, and pauses their inputs.
    func leave(_ numbers: [Int32]) {
        restores.cancel(numbers)
        batches.drop(numbers)
        states.drop(numbers)
        commit.drop(numbers)
        forgetRederivations(numbers)
        pause(Input.both(of: numbers))
    }

    /// Publishes the state of the partitions for the probes.
    func publishStatus() {
        let hasJoined = membership.hasJoined
        var standing = ComponentStanding(
            hasJoined: hasJoined,
            restoring: cycle.restoring,
            failing: failing.partitions
        )
        standing.owed = owedStanding()
        if context.partitions != nil {
            let committed = cycle.committed
            standing.partitions = cycle.assigned.map { partition in
                var offsets = ComponentStanding.PartitionOffsets(partition: partition)
                offsets.next = cycle.next(.uploads(partition))
                offsets.committed = committed[.uploads(partition)]
                offsets.rederiving = rederivations.left(partition)
                return offsets
            }
        }
        status.update(standing)
    }

    /// Logs reminders for failed partitions, and logs once when such a partition has resumed.
    func noteFailing(at now: Int64) { observer.note(lane: number, failing.look(at: now, progress(of:))) }

    private func progress(of partition: Int32) -> Failing.Progress {
        if cycle.isActive(partition) { return cycle.failures(of: partition) == 0 ? .committed : .read }
        return cycle.assigned.contains(partition) ? .unread : .unassigned
    }

    /// Forgets all failed partitions, because the lane ends.
    func forgetFailing() {
        for _ in failing.partitions { observer.partitionNoLongerLeftAlone() }
        failing = Failing()
    }
}
