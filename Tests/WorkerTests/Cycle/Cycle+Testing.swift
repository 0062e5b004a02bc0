import Vocabulary
import Worker

extension Cycle.Limits {
    /// Small numbers that transcripts can name.
    static var test: Self {
        var limits = Self()
        limits.batchBytes = 1_000
        limits.batchConnections = 10
        limits.retryMilliseconds = 5_000
        limits.stopMilliseconds = 2_000
        return limits
    }
}

extension Cycle {
    /// A cycle that has just got these partitions.
    static func joined(_ partitions: [Int32]) -> Cycle {
        var cycle = Cycle(limits: .test)
        _ = cycle.tick(positions: [:], at: 0)
        _ = cycle.succeeded(at: 0)
        _ = cycle.assigned(partitions)
        return cycle
    }

    /// A cycle that reads one partition, which has no settings.
    static func reading(_ partition: Int32, uploads: Int64) -> Cycle {
        var cycle = joined([partition])
        _ = cycle.restored(partition, uploads: uploads, connections: 0, settingsEnd: 0)
        return cycle
    }

    /// A cycle that reads these partitions from their starts, which have no settings.
    static func reading(_ partitions: [Int32]) -> Cycle {
        var cycle = joined(partitions)
        for partition in partitions {
            _ = cycle.restored(partition, uploads: 0, connections: 0, settingsEnd: 0)
        }
        return cycle
    }

    /// Lets the commit that is due succeed up to the call for this step.
    mutating func advance(to step: Step, at now: Int64) {
        var actions = tick(positions: [:], at: now)
        while actions.last != .perform(step), !actions.isEmpty { actions = succeeded(at: now) }
    }

    /// Lets the commit that is due succeed as a whole.
    mutating func commitAll(at now: Int64) {
        var actions = tick(positions: [:], at: now)
        while case .perform? = actions.last { actions = succeeded(at: now) }
    }
}
