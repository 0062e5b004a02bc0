/// A member of a consumer group, as the group describes it.
package struct GroupMember: Equatable, Sendable {
    /// What its client calls itself.
    package let clientID: String
    /// Its `group.instance.id`; nil where it has none.
    package let instanceID: String?
    /// Where it connects from, as the broker writes it.
    package let host: String
    package let partitions: [TopicPartition]

    package init(clientID: String, instanceID: String?, host: String, partitions: [TopicPartition]) {
        self.clientID = clientID
        self.instanceID = instanceID
        self.host = host
        self.partitions = partitions
    }
}
