/// The topic that lines are sent to.
package enum SendTarget: String, CaseIterable, Sendable {
    case uploads, connections
}

/// The way in which a group assigns its partitions.
package enum AssignmentStrategy: String, CaseIterable, Sendable {
    /// In a rebalance, `range` revokes all partitions, and `cooperativeSticky` only the partitions that move.
    case range
    case cooperativeSticky = "cooperative-sticky"
}

/// An additional output format for documents.
package enum DocumentFormat: Equatable, Sendable {
    /// Routes of workouts in GPX 1.1.
    case gpx
    /// The form of documents with this name.
    case form(String)
}

/// The form of documents in deliveries.
enum PayloadForm: String, CaseIterable, Sendable {
    /// Whole documents, or only their ids and operations.
    case documents, notify
}

/// The property by which dead letters are counted.
package enum LetterProperty: String, CaseIterable, Sendable {
    case code, app, type, connection
}

/// The length of the periods of a report.
package enum ReportLength: String, CaseIterable, Sendable {
    case day, week, month, year
}

/// A name for certain periods and types of a report.
package enum ReportPreset: String, CaseIterable, Sendable {
    /// The activity report of the C3-PRO framework.
    case c3pro
}

/// The days of the week, from Monday.
package enum Weekday: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}
