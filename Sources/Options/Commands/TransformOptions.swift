package struct TransformOptions: Sendable {
    /// The files in the given order; standard input if empty, or for `-`.
    package let files: [String]
    /// The number of lines in one commit.
    package let commitEvery: Int
    /// Whether to print only the documents that are live at the end.
    package let final: Bool
    /// The file with connection settings.
    package let connections: String?
    /// The connection of lines that name none, already validated.
    package let connection: String?
    package let documents: DocumentOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        files = values.operands
        commitEvery = try values.required(Options.commitEvery)
        final = try values.required(Options.final)
        connections = try values.optional(Options.connections)
        connection = try values.optional(Options.connectionOfLines)
        documents = try DocumentOptions(values)
        log = try LogOptions(values)
    }
}
