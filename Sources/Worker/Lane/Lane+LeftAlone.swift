import Health
import Kafka
import Observation
import System

/// Partitions that fail by themselves, and what is said of them.
extension Lane {
    /// What was said of a partition that failed.
    struct Failing {
        var reason: String
        let since: Int64
        /// When it was last said.
        var said: Int64
        /// Since when its input is read again; nil while it is not.
        var readSince: Int64?
    }

    /// How often somebody is reminded of what is left alone.
    private static let remindMilliseconds: Int64 = 60_000

    /// Something is wrong with one partition that the others have no part in: it is dropped, tried again later and ever
    /// more slowly, and they go on.
    ///
    /// - Parameters:
    ///   - partition: Its number.
    ///   - reason: A sentence for whoever is on call: what is wrong, with its figures, and what to do.
    func leaveAlone(_ partition: Int32, reason: String) {
        perform(leaveAlone([partition: reason]))
    }

    /// Notes that the step under way cannot be done because of one partition; its first reason counts.
    func blame(_ partition: Int32, _ reason: String) {
        if blamed[partition] == nil { blamed[partition] = reason }
    }

    /// What to do without the partitions that were at fault.
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
            // The same reason again is no news: the reminder has it.
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

    /// Lets go of what is in hand of these partitions, and reads them no more.
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

    /// Says how the partitions stand, for the probes.
    func stand() {
        status.stand(
            LaneStanding(hasJoined: hasJoined, restoring: cycle.restoring, failing: Array(failing.keys))
        )
    }

    /// Says now and then what is still left alone, and once what goes on again.
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

    /// The lane has no more to do with it.
    private func forgetFailing(_ partition: Int32) {
        if failing.removeValue(forKey: partition) != nil { observer.partitionNoLongerLeftAlone() }
    }

    /// The lane is over.
    func forgetAllFailing() { for partition in failing.keys { forgetFailing(partition) } }
}
