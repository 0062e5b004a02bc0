package struct RunOptions: Sendable {
    /// The addresses for librdkafka's `bootstrap.servers`.
    package let bootstrapServers: String
    package let groupID: String
    /// The worker's name in the group; nil for the name in the state directory.
    package let groupInstanceID: String?
    /// Whether the worker joins its group without an instance id.
    package let dynamicMembership: Bool
    package let assignment: AssignmentStrategy
    /// The folder of the local state; a relative path starts at the working directory.
    package let stateDirectory: String
    /// Whether to take over state, topics and offsets that belong to another worker.
    package let adoptState: Bool
    /// The memory for store, queues and batches together.
    package let memoryLimitBytes: Int
    /// The number of threads, each with a consumer and a producer; 1 to 64.
    package let lanes: Int
    /// The longest time between the first record of a commit and the commit.
    package let commitIntervalMilliseconds: Int
    /// The address of the health and metrics pages; nil for none.
    package let httpAddress: HTTPAddress?
    /// Whether to create missing input, state, job and dead-letter topics.
    package let createTopics: Bool
    /// The partition count of created topics; the dead-letter topic has one partition.
    package let partitions: Int
    /// The replication factor of created topics; nil for the broker's default.
    package let replicationFactor: Int?
    /// The librdkafka properties, each name once; some values are secret.
    package let kafka: [KafkaProperty]
    /// The source of login tokens; nil if clients do not log in with tokens.
    package let tokenSource: TokenSource?
    package let documents: DocumentOptions
    package let log: LogOptions
    /// All options with their values, given or by default, for the log event at start.
    package let effective: [EffectiveOption]

    /// - Parameters:
    ///   - values: The given values.
    ///   - stateDirectory: A state directory that overrides the option; nil for the option or its default.
    /// - Throws: The first invalid option.
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
