/// How grave a line is; the raw values are what lines show.
package enum Level: String, CaseIterable, Comparable, Sendable {
    /// The worker stops, or something is wrong that it cannot mend.
    case error
    /// Something went wrong, and the worker has dealt with it.
    case warning
    /// What an operator wants to have read.
    case info
    /// What happens all the time.
    case debug

    /// The graver, the less.
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

/// The form of a line.
package enum LineFormat: Sendable {
    /// `TIME level message name=value …`, for people.
    case text
    /// One JSON object, for machines.
    case json
}
