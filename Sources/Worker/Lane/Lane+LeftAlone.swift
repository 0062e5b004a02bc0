import Health
import Kafka
import Observation
import System

/// Leaves failed partitions alone, and logs this.
extension Lane {
    /// A failed partition, and what was logged about it.
    struct Failing {
        var reason: String
        let since: Int64
        /// When the failure was last logged.
        var said: Int64
        /// When reading resumed, or nil while the partition is not read.
        var readSince: Int64?
    }

    /// The interval between log lines about a partition that is still left alone.
    private static let remindMilliseconds: Int64 = 60_000

    /// Leaves a partition alone that has a fault of its own, while the others continue.
    ///
    /// The partition is dropped and retried after growing pauses.
    ///
    /// - Parameters:
    ///   - partition: The partition number.
    ///   - reason: A sentence for the operator: the fault with its figures, and the action to take.
    func leaveAlone(_ partition: Int32, reason: String) {
        perform(leaveAlone([partition: reason]))
    }

    /// Notes that a partition prevents the current step.
    ///
    /// If there are several reasons, the first is kept.
    func blame(_ partition: Int32, _ reason: String) {
        if blamed[partition] == nil { blamed[partition] = reason }
    }

    /// Leaves the partitions alone that prevented the step, and returns the next actions.
    func leaveBlamedAlone() -> [Action] {
        defer { blamed = [:] }
        return leaveAlone(blamed)
    }

    private func leaveAlone(_ reasons: [Int32: String]) -> [Action] {
        let now = clocks.steadyMilliseconds()
        let actions = cycle.leaveAlone(Array(reasons.keys), at: now)
        for (partition, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            guard let until = cycle.leftAlone(partition) else { continue }
            let known = failing[partition]
            failing[partition] = Failing(reason: reason, since: known?.since ?? now, said: known?.said ?? now)
            // An unchanged reason is not logged again here; the reminder repeats it.
            if known?.reason == reason { continue }
            observer.partitionLeftAlone(
                lane: number,
                partition: partition,
                reason: reason,
                pauseSeconds: Double(until - now) / 1_000,
                isFirst: known == nil
            )
        }
        return actions
    }

    /// Drops the batches and state of these partitions, and pauses their inputs.
    func leave(_ numbers: [Int32]) {
        stopRestoring(numbers)
        for number in numbers {
            batches[number] = nil
            stores[number] = nil
        }
        outcomes.removeAll { numbers.contains($0.partition) }
        accounts.removeAll { numbers.contains($0.place.partition) }
        uncommitted.forget(numbers)
        committing.forget(numbers)
        (uncommitted.bytes, uncommitted.connections) = (0, 0)
        for batch in batches.values {
            uncommitted.bytes += batch.weightBytes
            uncommitted.connections += batch.connections
        }
        forgetRederivations(numbers)
        pause(numbers.flatMap { [.uploads($0), .connections($0)] })
    }

    /// Publishes the standing of the partitions for the probes.
    func stand() {
        status.stand(
            LaneStanding(hasJoined: hasJoined, restoring: cycle.restoring, failing: Array(failing.keys))
        )
    }

    /// Logs reminders of partitions that are left alone, and logs once that a partition has resumed.
    func noteFailing(at now: Int64) {
        if failing.isEmpty { return }
        let assigned = Set(cycle.assigned)
        for (partition, known) in failing {
            if !assigned.contains(partition) {
                forgetFailing(partition)
            } else if !cycle.isActive(partition) {
                failing[partition]?.readSince = nil
            } else if known.readSince.map({ now - $0 >= Self.remindMilliseconds }) ?? false
                || cycle.failures(of: partition) == 0
            {
                forgetFailing(partition)
                observer.partitionGoesOn(lane: number, partition: partition)
            } else if known.readSince == nil {
                failing[partition]?.readSince = now
            }
        }
        let due = failing.filter { $0.value.readSince == nil && now - $0.value.said >= Self.remindMilliseconds }
        for (reason, partitions) in Dictionary(grouping: due.keys, by: { due[$0]?.reason ?? "" }) {
            let since = partitions.compactMap { due[$0]?.since }.min() ?? now
            observer.partitionsStillLeftAlone(
                lane: number,
                partitions,
                reason: reason,
                seconds: Double(now - since) / 1_000
            )
            for partition in partitions { failing[partition]?.said = now }
        }
    }

    /// Forgets a partition that has resumed or left this lane.
    private func forgetFailing(_ partition: Int32) {
        if failing.removeValue(forKey: partition) != nil { observer.partitionNoLongerLeftAlone() }
    }

    /// Forgets all failed partitions, because the lane ends.
    func forgetAllFailing() { for partition in failing.keys { forgetFailing(partition) } }
}
