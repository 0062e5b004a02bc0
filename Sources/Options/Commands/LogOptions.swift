/// What is logged to standard error, and how.
package struct LogOptions: Sendable {
    package let level: LogLevel
    /// Nil: text on a terminal, else JSON; options are read without looking at the process.
    package let format: LogFormat?

    init(_ values: Values) throws(Fault) {
        level = try values.required(Options.logLevel)
        format = try values.optional(Options.logFormat)
    }
}
