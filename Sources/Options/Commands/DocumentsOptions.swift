package struct DocumentsOptions: Sendable {
    /// The connection id, already validated.
    package let connection: String
    /// The data types to show; all if empty.
    package let types: [String]
    /// The activities of workouts to show; all if empty.
    package let activities: [String]
    /// Excludes documents that end before this time.
    package let from: TimeArgument?
    /// Excludes documents that start at or after this time; a date includes its whole day.
    package let to: TimeArgument?
    /// Whether to print one JSON object per line, even on a terminal.
    package let isJSON: Bool
    /// The format to print; nil for a drawing or JSON.
    package let format: DocumentFormat?
    package let source: DocumentSource
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        connection = values.operands[0]
        let types = try values.all(Options.type)
        activities = try values.all(Options.activity)
        format = try values.optional(Options.documentFormat)
        // Only workouts have activities and routes.
        self.types = types.isEmpty && (!activities.isEmpty || format == .gpx) ? ["workouts"] : types
        from = try values.optional(Options.from)
        to = try values.optional(Options.to)
        isJSON = try values.required(Options.json)
        source = try DocumentSource(values)
        log = try LogOptions(values)
        if let from, let to, from.isLater(than: to) {
            throw Fault(.argument("--from"), "must not be later than --to")
        }
        if format == .gpx, self.types != ["workouts"] {
            throw Fault(.argument("--format"), "gpx needs --type workouts, because it prints the routes of workouts")
        }
        if format != nil, isJSON { throw Fault(.argument("--json"), "does not go with --format") }
        if !activities.isEmpty, !self.types.contains("workouts") {
            throw Fault(.argument("--activity"), "needs --type workouts, because only workouts have activities")
        }
    }
}
