package struct DiffOptions: Sendable {
    /// The prefix of the topics to compare with the live ones.
    package let prefix: String
    /// The connections to compare; all if empty.
    package let connections: [String]
    /// The largest number of differences to show.
    package let limit: Int
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let cluster: ClusterOptions
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
                "is equal to --topic-prefix: give another prefix to compare with"
            )
        }
    }
}
