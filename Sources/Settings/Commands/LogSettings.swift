/// What is logged to standard error, and how.
package struct LogSettings: Sendable {
    /// Least level.
    package let level: LogLevel
    /// Nil: text on a terminal, else JSON. Settings are read without looking at the process.
    package let format: LogFormat?

    init(_ values: Values) throws(Fault) {
        level = try values.required(Options.logLevel)
        format = try values.optional(Options.logFormat)
    }
}

/// Levels of a log line.
package enum LogLevel: String, CaseIterable, Sendable {
    /// Gravest first; the raw values are those of `--log-level`.
    case error, warning, info, debug
}

/// Forms of a log line.
package enum LogFormat: String, CaseIterable, Sendable {
    /// For people, or for machines.
    case text, json
}
