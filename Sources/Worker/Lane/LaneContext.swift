import Kafka
package import Observation
package import Store
package import System

/// The objects that all lanes of a process share.
package struct LaneContext {
    private static let askMilliseconds: Int32 = 1_000

    package let options: WorkerOptions
    package let topics: TopicNames
    let plan: TopicPlan
    package let database: Database
    package let readiness: Readiness
    let sweep: StoreSweep
    package let clocks: Clocks
    package let observer: Observer
    /// The board for readers of the state; nil if there are none.
    let partitions: PartitionBoard?

    /// Returns the properties of a lane's clients, within the limits of the topics.
    package func clients(lane: Int) -> ClientProperties {
        ClientProperties(options: options, lane: lane, limits: plan.limits)
    }

    /// The tombstone retention of the changelog; a store that was not updated for longer may have missed tombstones.
    package var tombstoneMilliseconds: Int64 { plan.tombstoneMilliseconds }

    /// Starts to restore the state of partitions.
    ///
    /// - Returns: The mailbox for the results, or nil if the system cannot create a thread.
    package func restore(_ partitions: [Int32], lane: Int, _ clients: ClientProperties) -> RestoreMailbox? {
        let plan = Restorer.Plan(
            lane: lane,
            topics: topics,
            clients: clients,
            tombstoneMilliseconds: plan.tombstoneMilliseconds,
            expected: plan.expectedState,
            database: database,
            clocks: clocks,
            observer: observer
        )
        return Restorer.start(partitions, plan)
    }

    /// Returns a function that requests whether the group has a member with the lane's instance id.
    ///
    /// The result is nil for a lane without an instance id. The function returns nil if no broker answers.
    func membershipQuestion(lane: Int) -> (() -> Bool?)? {
        let properties = clients(lane: lane)
        guard let name = properties.consumer["group.instance.id"] else { return nil }
        return {
            let members = try? Admin(properties.admin, onEvent: ClientReports.sink(observer))
                .members(ofGroup: options.groupID, timeoutMilliseconds: Self.askMilliseconds)
            return members.map { $0.contains { $0.instanceID == name } }
        }
    }

    /// Protects the local state of partitions that a lane owns.
    package func claim(_ partitions: [Int32], lane: Int) { sweep.claim(partitions, lane: lane) }

    /// Ends the protection of partitions that a lane no longer owns and whose stores are closed.
    package func release(_ partitions: [Int32], lane: Int) { sweep.release(partitions, lane: lane) }

    /// Ends the protection of all partitions of a lane that has ended or is restarted.
    package func release(lane: Int) { sweep.release(lane: lane) }
}
