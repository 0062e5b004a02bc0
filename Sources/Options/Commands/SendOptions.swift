package struct SendOptions: Sendable {
    /// The files in the given order; standard input if empty, or for `-`.
    package let files: [String]
    package let target: SendTarget
    /// The connection of lines without a connection id.
    package let connection: String?
    /// The largest number of lines per second; nil for no limit.
    package let ratePerSecond: Int?
    /// The number of lines to skip at the beginning.
    package let skippedLines: Int
    /// Whether to only check the lines.
    package let isDryRun: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        files = values.operands
        target = try values.required(Options.target)
        connection = try values.optional(Options.connection)
        ratePerSecond = try values.optional(Options.rate)
        skippedLines = try values.required(Options.skip)
        isDryRun = try values.required(Options.dryRun)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
    }
}
