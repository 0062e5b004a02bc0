/// A member of a consumer group.
package struct GroupMember: Equatable, Sendable {
    /// The `client.id` of the member.
    package let clientID: String
    /// The `group.instance.id`; nil for a dynamic member.
    package let instanceID: String?
    /// The address that the member connects from, as the broker writes it.
    package let host: String
    package let partitions: [TopicPartition]

    package init(clientID: String, instanceID: String?, host: String, partitions: [TopicPartition]) {
        self.clientID = clientID
        self.instanceID = instanceID
        self.host = host
        self.partitions = partitions
    }
}
