package struct DocumentsOptions: Sendable {
    /// The connection id, already validated.
    package let connection: String
    /// The data types to show; all if empty.
    package let types: [String]
    /// Excludes documents that end before this time.
    package let from: TimeArgument?
    /// Excludes documents that start at or after this time; a date includes its whole day.
    package let to: TimeArgument?
    /// Whether to print one JSON object per line, even on a terminal.
    package let isJSON: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        connection = values.operands[0]
        types = try values.all(Options.type)
        from = try values.optional(Options.from)
        to = try values.optional(Options.to)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        if let from, let to, from.isLater(than: to) {
            throw Fault(.argument("--from"), "must not be later than --to")
        }
    }
}
