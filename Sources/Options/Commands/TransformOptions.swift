/// Everything that `transform` is told.
package struct TransformOptions: Sendable {
    /// Files in the order given; none, or `-`, is standard input.
    package let files: [String]
    /// Lines of one commit.
    package let commitEvery: Int
    /// Only the live documents of the end are printed.
    package let final: Bool
    /// File with settings of connections.
    package let connections: String?
    /// What shapes topics and documents.
    package let documents: DocumentOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        files = values.operands
        commitEvery = try values.required(Options.commitEvery)
        final = try values.required(Options.final)
        connections = try values.optional(Options.connections)
        documents = try DocumentOptions(values)
        log = try LogOptions(values)
    }
}
