/// Everything that `send` is told.
package struct SendOptions: Sendable {
    /// Files in the order given; none, or `-`, is standard input.
    package let files: [String]
    package let target: SendTarget
    /// The connection of lines that name none.
    package let connection: String?
    /// Lines a second at most; nil: no limit.
    package let ratePerSecond: Int?
    /// Lines from the beginning that are passed over.
    package let skippedLines: Int
    /// Lines are only checked.
    package let isDryRun: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
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
