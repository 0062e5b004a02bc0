/// A right that a user of the cluster needs, in the terms of Kafka's ACLs.
package struct Right: Hashable, Sendable {
    /// The resource types of Kafka's ACLs.
    package enum Resource: String, CaseIterable, Sendable {
        case topic = "Topic"
        case group = "Group"
        case transactionalID = "TransactionalId"
    }

    /// The operations of Kafka's ACLs; Read, Write and Delete each include Describe.
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
    /// Whether the right is for all names that begin with `name`.
    package let isPrefix: Bool
    /// The purpose, as the end of a sentence, such as "to read uploads".
    package let purpose: String

    package init(
        _ operation: Operation,
        _ resource: Resource,
        _ name: String,
        isPrefix: Bool = false,
        _ purpose: String
    ) {
        self.operation = operation
        self.resource = resource
        self.name = name
        self.isPrefix = isPrefix
        self.purpose = purpose
    }
}

extension Right: CustomStringConvertible {
    /// The right as text, such as `Read on Topic fork.uploads`; `*` at the end stands for all names with this prefix.
    package var description: String { "\(operation.rawValue) on \(resource.rawValue) \(name)\(isPrefix ? "*" : "")" }
}
