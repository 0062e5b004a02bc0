/// The topics that documents go to.
package enum OutputTopics: String, CaseIterable, Sendable {
    /// One topic per connection, per app, or one for all.
    case connection, app, single
}

/// The topics that lines are sent to.
package enum SendTarget: String, CaseIterable, Sendable {
    /// What devices bring, or what is said of a connection.
    case uploads, connections
}

/// How a group shares its partitions.
package enum AssignmentStrategy: String, CaseIterable, Sendable {
    /// Everybody gives back everything, or only what moves.
    case range
    case cooperativeSticky = "cooperative-sticky"
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
