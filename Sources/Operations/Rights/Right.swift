/// One thing that a user of the cluster must be allowed to do, as the brokers' access lists have it.
package struct Right: Hashable, Sendable {
    /// What access lists know kinds of, by Kafka's names.
    package enum Resource: String, CaseIterable, Sendable {
        case topic = "Topic"
        case group = "Group"
        case transactionalID = "TransactionalId"
    }

    /// What can be done with them, by Kafka's names; to read, write or delete a thing implies to describe it.
    package enum Operation: String, CaseIterable, Sendable {
        case read = "Read"
        case write = "Write"
        case create = "Create"
        case delete = "Delete"
        case describe = "Describe"
        case describeConfigs = "DescribeConfigs"
        case alterConfigs = "AlterConfigs"
    }

    package let operation: Operation
    package let resource: Resource
    package let name: String
    /// It goes for every name that begins so.
    package let isPrefix: Bool
    /// What it is needed for, the end of a sentence: "to read uploads".
    package let purpose: String

    init(_ operation: Operation, _ resource: Resource, _ name: String, isPrefix: Bool = false, _ purpose: String) {
        self.operation = operation
        self.resource = resource
        self.name = name
        self.isPrefix = isPrefix
        self.purpose = purpose
    }
}

extension Right: CustomStringConvertible {
    /// Such as `Read on Topic fork.uploads`, or `Create on Topic fork.connection.*` for all names that begin so.
    package var description: String { "\(operation.rawValue) on \(resource.rawValue) \(name)\(isPrefix ? "*" : "")" }
}
