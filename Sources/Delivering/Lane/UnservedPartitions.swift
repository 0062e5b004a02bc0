import Kafka
import Observation
import Worker

/// The partitions of a topic that no member of the group reads.
///
/// A static member that returns within its session gets its former partitions. Partitions that were added meanwhile get
/// no owner (KAFKA-13435). If a member joins the group once more, the group assigns all partitions again.
package struct UnservedPartitions {
    private static let lookMilliseconds: Int64 = 20_000

    private var lookedAt: Int64 = 0
    /// Whether the group has completed an assignment, even an empty one, and has revoked no partition since.
    private var isSettled = false
    /// The partitions that had no owner in the last comparison.
    private var suspected: Set<Int32> = []

    package init() {}

    /// Whether it is time to compare the partitions of the group with the partitions of the topic.
    package mutating func isDue(at now: Int64) -> Bool {
        guard isSettled, now - lookedAt >= Self.lookMilliseconds else { return false }
        lookedAt = now
        return true
    }

    /// Records whether an assignment is complete (`isSettled`) or the group revokes partitions.
    package mutating func noteGroup(isSettled: Bool) {
        self.isSettled = isSettled
        suspected = []
    }

    /// Returns the partitions that had no owner in the last comparison, and still have none.
    ///
    /// `assigned` are the partitions of all members, according to the group. `owned` are the partitions of this
    /// process; if the group does not list all of them, it is rebalancing.
    ///
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
    /// Joins the group once more if partitions of the topic have no owner.
    func lookForUnserved(at now: Int64) {
        guard !options.process.isEmbedded, unserved.isDue(at: now) else { return }
        // After an error, the next comparison repeats the requests.
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
