/// The options of `doctor`, which are those of a worker on this machine.
package struct DoctorOptions: Sendable {
    /// The folder of the worker's local state.
    package let stateDirectory: String
    package let memoryLimitBytes: Int
    package let topics: TopicShape
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        stateDirectory = try values.required(Options.stateDirectory)
        memoryLimitBytes = try values.required(Options.memoryLimit)
        topics = try TopicShape(values)
        isJSON = try values.required(Options.json)
        log = try LogOptions(values)
    }
}
