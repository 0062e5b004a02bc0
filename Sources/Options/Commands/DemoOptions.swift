/// Everything that `demo` is told.
package struct DemoOptions: Sendable {
    /// Least level of what is logged; nil: errors only, since the log would stand between the lines of the demo.
    package let logLevel: LogLevel?
    /// Nil: text on a terminal, else JSON.
    package let logFormat: LogFormat?

    init(_ values: Values) throws(Fault) {
        logLevel = try values.optional(Options.logLevel)
        logFormat = try values.optional(Options.logFormat)
    }
}
