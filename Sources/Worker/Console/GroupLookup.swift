package import Kafka
package import Observation
import Synchronization
package import System

/// Asks the group which member has a partition of the uploads topic, at most once in a few seconds.
package final class GroupLookup: Sendable {
    /// The member that has a partition; without a name and a host if no broker has answered in time.
    package struct Owner: Sendable, Equatable {
        package let partition: Int32
        /// The `group.instance.id`.
        package let instance: String?
        /// The host as the broker writes it.
        package let host: String?

        package init(partition: Int32, instance: String? = nil, host: String? = nil) {
            (self.partition, self.instance, self.host) = (partition, instance, host)
        }
    }

    private struct Answer {
        let time: Int64
        let members: [GroupMember]?
    }

    private static let validMilliseconds: Int64 = 5_000
    private static let askMilliseconds: Int32 = 1_000

    private let topic: String
    private let clocks: Clocks
    private let ask: @Sendable () -> [GroupMember]?
    private let answer = Mutex<Answer?>(nil)

    /// Creates a lookup; `ask` returns the members of the group, or nil if no broker answers.
    package init(topic: String, _ clocks: Clocks, ask: @escaping @Sendable () -> [GroupMember]?) {
        self.topic = topic
        self.clocks = clocks
        self.ask = ask
    }

    /// Creates a lookup in the group of a worker.
    package convenience init(_ options: WorkerOptions, _ clocks: Clocks = Clocks(), _ observer: Observer) {
        self.init(topic: options.topics.uploads, clocks) {
            try? Admin(ClientProperties(options, lane: 0).admin, onEvent: ClientReports.sink(observer))
                .members(ofGroup: options.groupID, timeoutMilliseconds: Self.askMilliseconds)
        }
    }

    /// Returns the owner of a partition, or nil if nobody has it; waits up to a second for a broker.
    package func owner(of partition: Int32) -> Owner? {
        let now = clocks.steadyMilliseconds()
        let held = answer.withLock { $0 }.flatMap { now - $0.time < Self.validMilliseconds ? $0 : nil }
        let known = held ?? Answer(time: now, members: ask())
        if held == nil { answer.withLock { $0 = known } }
        guard let members = known.members else { return Owner(partition: partition) }
        let place = TopicPartition(topic, partition)
        return members.first { $0.partitions.contains(place) }.map { member in
            Owner(partition: partition, instance: member.instanceID, host: member.host.isEmpty ? nil : member.host)
        }
    }
}
