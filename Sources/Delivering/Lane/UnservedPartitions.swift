import Kafka
import Observation
import Worker

/// Partitions that no member of the group reads, although they exist.
///
/// A static member that is back within its session gets its former partitions, and nobody those that were added
/// meanwhile (KAFKA-13435). Joining the group once more makes the group divide all partitions.
package struct UnservedPartitions {
    private static let lookMilliseconds: Int64 = 20_000

    private var lookedAt: Int64 = 0
    /// Whether the group has given this process its partitions, or none, and has taken none back since.
    private var isSettled = false
    /// The unserved partitions of the last look.
    private var suspected: Set<Int32> = []

    package init() {}

    /// Whether the group must be compared with the topic now.
    package mutating func isDue(at now: Int64) -> Bool {
        guard isSettled, now - lookedAt >= Self.lookMilliseconds else { return false }
        lookedAt = now
        return true
    }

    /// Notes that the group has given partitions, or that it takes some back to divide them anew.
    package mutating func noteGroup(isSettled: Bool) {
        self.isSettled = isSettled
        suspected = []
    }

    /// Returns the partitions that nobody has read in this look and the last one.
    ///
    /// - Parameters:
    ///   - count: The number of partitions of the topic.
    ///   - assigned: The partitions of all members, as the group says.
    ///   - owned: The partitions of this process; the group names others while it divides them.
    /// - Returns: The partitions, ascending.
    package mutating func look(count: Int32, assigned: Set<Int32>, owned: [Int32]) -> [Int32] {
        guard owned.allSatisfy(assigned.contains) else {
            suspected = []
            return []
        }
        let unserved = Set(0..<max(0, count)).subtracting(assigned)
        defer { suspected = unserved }
        return unserved.intersection(suspected).sorted()
    }
}

extension DeliveryLane {
    /// Joins the group once more if new partitions of the topic are read by nobody.
    func lookForUnserved(at now: Int64) {
        guard !options.process.isEmbedded, unserved.isDue(at: now) else { return }
        // After an error, the next look repeats the requests.
        do throws(KafkaError) {
            try status.asking { () throws(KafkaError) in
                let count = try consumer.partitionCounts(
                    of: [topics.jobs],
                    timeoutMilliseconds: Self.callMilliseconds
                )[topics.jobs]
                let members = try admin.members(
                    ofGroup: options.process.groupID,
                    timeoutMilliseconds: Self.callMilliseconds
                )
                let assigned = members.flatMap(\.partitions).filter { $0.topic == topics.jobs }.map(\.partition)
                let found = unserved.look(count: count ?? 0, assigned: Set(assigned), owned: owned.assigned)
                if found.isEmpty { return }
                observer.partitionsUnserved(found, group: options.process.groupID)
                try consumer.subscribe(to: [topics.jobs], timeoutMilliseconds: Self.callMilliseconds)
            }
        } catch {
            context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }
}
