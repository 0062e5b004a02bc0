package struct ForgetOptions: Sendable {
    /// The connection id, already validated.
    package let connection: String
    /// Whether to only search for remaining records.
    package let isCheck: Bool
    /// Whether to skip the confirmation prompt.
    package let isAgreed: Bool
    /// Whether workers allow callbacks to loopback by plain http, so that deletions go there too.
    package let allowsLoopbackCallbacks: Bool
    /// How long to wait for workers.
    package let timeoutMilliseconds: Int
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        connection = values.operands[0]
        isCheck = try values.required(Options.check)
        isAgreed = try values.required(Options.agreed)
        allowsLoopbackCallbacks = try values.required(Options.allowLoopbackCallbacks)
        timeoutMilliseconds = try values.required(Options.timeout)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        let given = [Options.agreed.row, Options.timeout.row].first { values.isGiven($0.name) }
        if isCheck, let given {
            throw Fault(.argument("--\(given.name)"), "cannot be combined with --check, which only searches")
        }
    }
}
