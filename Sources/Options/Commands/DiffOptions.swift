/// Everything that `diff` is told.
package struct DiffOptions: Sendable {
    /// What the names of the topics begin with that are compared with the live ones.
    package let prefix: String
    /// Only these connections; none: all.
    package let connections: [String]
    /// How many differences are shown.
    package let limit: Int
    /// One JSON object a line.
    package let isJSON: Bool
    /// Where the brokers and the live topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        prefix = values.operands[0]
        connections = try values.all(Options.chosenConnections)
        limit = try values.required(Options.limit)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        if prefix == cluster.topicPrefix {
            throw Fault(
                .operand("PREFIX"),
                shown: prefix,
                "is --topic-prefix itself: name the topics to compare it with"
            )
        }
    }
}
