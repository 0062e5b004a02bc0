package struct DemoOptions: Sendable {
    /// The lowest level to log; nil for errors only, because log lines would interrupt the output.
    package let logLevel: LogLevel?
    /// The log format; nil for text on a terminal and JSON elsewhere.
    package let logFormat: LogFormat?

    init(_ values: Values) throws(Fault) {
        logLevel = try values.optional(Options.logLevel)
        logFormat = try values.optional(Options.logFormat)
    }
}
