/// The severity of a log line, which shows the raw value.
package enum Level: String, CaseIterable, Comparable, Sendable {
    /// The worker stops, or cannot fix a fault itself.
    case error
    /// A fault occurred, and the worker has handled it.
    case warning
    /// Information that an operator wants to read.
    case info
    /// Details of normal operation.
    case debug

    /// Orders more severe levels before less severe ones.
    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// The format of log lines.
package enum LineFormat: String, CaseIterable, Sendable {
    /// `TIME level message name=value …`, for people.
    case text
    /// One JSON object, for programs.
    case json
}
