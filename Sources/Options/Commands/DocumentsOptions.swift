package struct DocumentsOptions: Sendable {
    /// The data types to show; all if empty.
    package var types: [String] = []
    /// The activities of workouts to show; all if empty.
    package var activities: [String] = []
    /// Excludes documents that end before this time.
    package var from: TimeArgument?
    /// Excludes documents that start at or after this time; a date includes its whole day.
    package var to: TimeArgument?
    /// The format to print; nil for a drawing or JSON.
    package var format: DocumentFormat?
}

package struct ConvertOptions: Sendable {
    /// The name of the form to convert to.
    package var form = ""
}

package struct ExplainOptions: Sendable {
    /// The file to read uploads from instead of the topic.
    package var uploads: String?
    /// The file with connection settings, if uploads are read from a file.
    package var connections: String?
}

package struct ReportOptions: Sendable {
    package var by = ReportLength.day
    /// The first day, in days since 1970-01-01.
    package var from: Int?
    /// The day after the last day, in days since 1970-01-01.
    package var to: Int?
    /// The identifiers of the sample types to report; all if empty.
    package var types: [String] = []
    package var weekStart = Weekday.monday
    package var preset: ReportPreset?
    /// The time as of which the preset is reported; now if nil.
    package var at: TimeArgument?
}
