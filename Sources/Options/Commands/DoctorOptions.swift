/// Everything that `doctor` is told: what a worker here would be told.
package struct DoctorOptions: Sendable {
    /// Folder of the worker's local state.
    package let stateDirectory: String
    package let memoryLimitBytes: Int
    /// Where brokers and topics are, and what shapes topics.
    package let topics: TopicShape
    /// One JSON object a line.
    package let isJSON: Bool
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        stateDirectory = try values.required(Options.stateDirectory)
        memoryLimitBytes = try values.required(Options.memoryLimit)
        topics = try TopicShape(values)
        isJSON = try values.required(Options.json)
        log = try LogOptions(values)
    }
}
