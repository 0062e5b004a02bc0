package struct ImportOptions: Sendable {
    /// The archive, the folder or the XML; `-` is standard input.
    package let file: String
    package let connection: String
    /// The file for uploads; nil for standard output.
    package let output: String?
    package let temporaryDirectory: String?
    /// The name of the zone of samples without one.
    package let timeZone: String?
    package let since: TimeArgument?
    /// Whether something that is not understood is a failure.
    package let isStrict: Bool
    package let stateRetentionMilliseconds: Int
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        file = values.operands[1]
        connection = try values.required(Options.importedConnection)
        output = try values.optional(Options.output)
        temporaryDirectory = try values.optional(Options.temporaryDirectory)
        timeZone = try values.optional(Options.timeZone)
        since = try values.optional(Options.importedSince)
        isStrict = try values.required(Options.strict)
        stateRetentionMilliseconds = try values.required(Options.stateRetention)
        log = try LogOptions(values)
    }
}
