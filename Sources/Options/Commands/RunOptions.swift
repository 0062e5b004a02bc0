/// Everything that `run` is told.
package struct RunOptions: Sendable {
    /// Brokers, as librdkafka's `bootstrap.servers` takes them.
    package let bootstrapServers: String
    package let groupID: String
    /// The worker's name in the group; nil: the one kept in the state directory.
    package let groupInstanceID: String?
    /// The worker joins its group without a name of its own.
    package let dynamicMembership: Bool
    /// How the group shares partitions.
    package let assignment: AssignmentStrategy
    /// Folder of the local state, absolute or relative to the working directory.
    package let stateDirectory: String
    /// State, topics and offsets that belong to something else are taken over.
    package let adoptState: Bool
    /// Bytes for store, queues and batches together.
    package let memoryLimitBytes: Int
    /// Threads with a consumer and a producer each, 1 to 64.
    package let lanes: Int
    /// Longest time from the first record of a commit to the commit.
    package let commitIntervalMilliseconds: Int
    /// Where health and metrics are served; nil: nowhere.
    package let httpAddress: HTTPAddress?
    /// Missing input, state, job and dead-letter topics are made.
    package let createTopics: Bool
    /// Partitions of the topics that are made, dead letters apart.
    package let partitions: Int
    /// Replicas of the topics that are made; nil: the broker's default.
    package let replicationFactor: Int?
    /// Properties for librdkafka, each name once; some are secret.
    package let kafka: [KafkaProperty]
    /// Where tokens come from to log in with; nil: nowhere.
    package let tokenSource: TokenSource?
    /// What shapes topics and documents.
    package let documents: DocumentOptions
    /// What is logged, and how.
    package let log: LogOptions
    /// All that holds, given or by default, for the line at the start.
    package let effective: [EffectiveOption]

    /// - Parameters:
    ///   - values: What was given.
    ///   - stateDirectory: Nil: the one that was given, or the worker's default.
    /// - Throws: What is wrong with one of them.
    init(_ values: Values, stateDirectory: String? = nil) throws(Fault) {
        bootstrapServers = try values.required(Options.bootstrapServers)
        groupID = try values.required(Options.groupID)
        groupInstanceID = try values.optional(Options.groupInstanceID)
        dynamicMembership = try values.required(Options.dynamicMembership)
        assignment = try values.required(Options.assignment)
        if let stateDirectory {
            self.stateDirectory = stateDirectory
        } else {
            self.stateDirectory = try values.required(Options.stateDirectory)
        }
        adoptState = try values.required(Options.adoptState)
        memoryLimitBytes = try values.required(Options.memoryLimit)
        lanes = try values.required(Options.lanes)
        commitIntervalMilliseconds = try values.required(Options.commitInterval)
        httpAddress = try values.optional(Options.httpAddress)
        createTopics = try values.required(Options.createTopics)
        partitions = try values.required(Options.partitions)
        replicationFactor = try values.optional(Options.replicationFactor)
        kafka = try values.kafkaProperties()
        tokenSource = try values.tokenSource()
        documents = try DocumentOptions(values)
        log = try LogOptions(values)
        effective = values.effective
    }
}
