/// The rule that chooses the topic of a document.
package enum OutputTopics: String, CaseIterable, Sendable {
    /// One topic per connection, one per app, or one for all documents.
    case connection, app, single
}

/// The topic that lines are sent to.
package enum SendTarget: String, CaseIterable, Sendable {
    /// Uploads of devices, or connection settings.
    case uploads, connections
}

/// The way in which a group assigns its partitions.
package enum AssignmentStrategy: String, CaseIterable, Sendable {
    /// `range` revokes all partitions in a rebalance; `cooperativeSticky` revokes only those that move.
    case range
    case cooperativeSticky = "cooperative-sticky"
}

package enum LogLevel: String, CaseIterable, Sendable {
    /// Most severe first; the raw values are those of `--log-level`.
    case error, warning, info, debug
}

package enum LogFormat: String, CaseIterable, Sendable {
    /// `text` is for people, `json` for programs.
    case text, json
}

/// Another format of documents.
package enum DocumentFormat: String, CaseIterable, Sendable {
    /// Routes of workouts in GPX 1.1.
    case gpx
}

/// The form of documents in deliveries.
package enum PayloadForm: String, CaseIterable, Sendable {
    /// Whole documents, or only their ids and operations.
    case documents, notify
}

/// The length of the periods of a report.
package enum ReportLength: String, CaseIterable, Sendable {
    case day, week, month, year
}

/// The periods and types of a report under one name.
package enum ReportPreset: String, CaseIterable, Sendable {
    /// The activity report of the C3-PRO framework.
    case c3pro
}

/// The days of the week, from Monday.
package enum Weekday: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}
