package import Observation

/// The options of a member of a consumer group, and of its state and topics.
package struct ProcessOptions: Sendable {
    /// The group instance id; nil for the id that is stored in the state directory.
    package var groupInstanceID: String?
    /// Whether the process joins its group without an instance id.
    package var isDynamic = false
    package var assignment = AssignmentStrategy.range
    /// The folder of the local state; a relative path starts at the working directory.
    package var stateDirectory = "state"
    /// Whether to take over state, topics and offsets that belong to another process.
    package var adoptsState = false
    /// The memory for store, queues and batches together; for a dispatcher, without the settings of connections.
    package var memoryLimitBytes = 512 << 20
    /// The number of threads, each with a consumer and a producer; 1 to 64.
    package var lanes = 1
    /// The longest time between the first record of a commit and the commit.
    package var commitIntervalMilliseconds: Int64 = 100
    /// The address of the health and metrics pages; nil for none.
    package var httpAddress: HTTPAddress?
    package var console = ConsoleOptions()
    /// Whether to create missing input, state, job and dead-letter topics.
    package var createsTopics = false
    /// The partition count of created topics; dead-letter topics have one partition.
    package var partitions = 6
    /// The replication factor of created topics; nil for the broker's default.
    package var replicationFactor: Int?
}

/// The options of the console, a page to look at.
package struct ConsoleOptions: Sendable {
    /// Whether the console is served.
    package var isOn = false
    /// The file with a token a line; nil if only callers on this machine are answered.
    package var tokenFile: String?
    /// Whether the data of connections is shown.
    package var showsHealthData = false
    /// The names under which the console may be reached, beside `localhost` and IP addresses.
    package var hosts: [String] = []

    package init(isOn: Bool = false, showsHealthData: Bool = false) {
        self.isOn = isOn
        self.showsHealthData = showsHealthData
    }
}

/// The options of the log on standard error.
package struct LogOptions: Sendable {
    /// The lowest level to log; nil for the default of the command.
    package var level: Level?
    /// The log format; nil for text on a terminal and JSON elsewhere.
    ///
    /// The caller looks for a terminal, because parsing must not depend on the process.
    package var format: LineFormat?
}
