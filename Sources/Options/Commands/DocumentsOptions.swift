/// Everything that `documents` is told.
package struct DocumentsOptions: Sendable {
    /// Whose documents; well-formed.
    package let connection: String
    /// The data types to show, as written; none: all.
    package let types: [String]
    /// Only what goes on then or later.
    package let from: Moment?
    /// Only what goes on before; of a date, before its end.
    package let to: Moment?
    /// One object a line, on a terminal too.
    package let isJSON: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
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
