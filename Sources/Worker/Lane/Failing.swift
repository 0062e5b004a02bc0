package import Observation

/// The failed partitions of a lane, until they commit again or are read for one minute.
package struct Failing {
    /// Why a failure must be logged.
    package enum News { case first, otherReason }

    /// The current processing state of a partition.
    package enum Progress { case unassigned, unread, read, committed }

    /// A change to log or count.
    package enum Event: Equatable {
        /// The partition has resumed.
        case resumed(Int32)
        /// The partition has left the lane.
        case gone(Int32)
        case stillLeftAlone([Int32], reason: Reason, seconds: Double)
    }

    /// A failed partition, and the last log line about it.
    private struct Partition {
        var reason: Reason
        let since: Int64
        /// The time at which the failure was last logged.
        var said: Int64
        /// The time at which reading resumed, or nil while the partition is not read.
        var readSince: Int64?
    }

    /// The interval between log lines about a partition that still waits for a retry.
    private static let remindMilliseconds: Int64 = 60_000

    private var known: [Int32: Partition] = [:]

    package init() {}

    package var partitions: [Int32] { Array(known.keys) }

    /// Adds a failed partition, and returns why the failure must be logged, or nil if its reason is unchanged.
    package mutating func fail(_ partition: Int32, reason: Reason, at now: Int64) -> News? {
        let before = known[partition]
        known[partition] = Partition(reason: reason, since: before?.since ?? now, said: before?.said ?? now)
        if before?.reason == reason { return nil }
        return before == nil ? .first : .otherReason
    }

    /// Removes partitions that have resumed or left the lane, and returns all changes and due reminders.
    package mutating func look(at now: Int64, _ progress: (Int32) -> Progress) -> [Event] {
        if known.isEmpty { return [] }
        var events: [Event] = []
        for (partition, failed) in known {
            let readSince = failed.readSince ?? now
            switch progress(partition) {
            case .unassigned: events.append(.gone(partition))
            case .committed: events.append(.resumed(partition))
            case .read where now - readSince >= Self.remindMilliseconds: events.append(.resumed(partition))
            case .read: known[partition]?.readSince = readSince
            case .unread: known[partition]?.readSince = nil
            }
        }
        for case .gone(let partition) in events { known[partition] = nil }
        for case .resumed(let partition) in events { known[partition] = nil }
        let due = known.filter { $0.value.readSince == nil && now - $0.value.said >= Self.remindMilliseconds }
        for (reason, group) in Dictionary(grouping: due, by: \.value.reason) {
            let since = group.map(\.value.since).min() ?? now
            let seconds = Double(now - since) / 1_000
            events.append(.stillLeftAlone(group.map(\.key), reason: reason, seconds: seconds))
            for (partition, _) in group { known[partition]?.said = now }
        }
        return events
    }
}
