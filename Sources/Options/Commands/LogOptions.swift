/// The options of the log on standard error.
package struct LogOptions: Sendable {
    package let level: LogLevel
    /// The log format; nil for text on a terminal and JSON elsewhere.
    ///
    /// The caller looks for a terminal, because parsing must not depend on the process.
    package let format: LogFormat?

    init(_ values: Values) throws(Fault) {
        level = try values.required(Options.logLevel)
        format = try values.optional(Options.logFormat)
    }
}
