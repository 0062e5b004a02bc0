package struct ReportOptions: Sendable {
    /// The connection id, already validated.
    package let connection: String
    package let by: ReportLength
    /// The first day, in days since 1970-01-01.
    package let from: Int?
    /// The day after the last one, in days since 1970-01-01.
    package let to: Int?
    /// The identifiers of the sample types to report; all if empty.
    package let types: [String]
    package let weekStart: Weekday
    package let preset: ReportPreset?
    /// The time as of which the preset is reported; now if nil.
    package let at: TimeArgument?
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let source: DocumentSource
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        connection = values.operands[0]
        by = try values.required(Options.by)
        from = try values.optional(Options.reportFrom)
        to = try values.optional(Options.reportTo)
        types = try values.all(Options.identifier)
        weekStart = try values.required(Options.weekStart)
        preset = try values.optional(Options.preset)
        at = try values.optional(Options.at)
        isJSON = try values.required(Options.json)
        source = try DocumentSource(values)
        log = try LogOptions(values)
        if let from, let to, from >= to { throw Fault(.argument("--from"), "must be earlier than --to") }
        if preset != nil {
            for name in ["by", "from", "to", "type"] where values.isGiven(name) {
                throw Fault(.argument("--\(name)"), "does not go with --preset, which names periods and types")
            }
        } else if at != nil {
            throw Fault(.argument("--at"), "is for --preset only; use --from and --to")
        }
    }
}
