/// The place that documents are read from.
package enum DocumentSource: Sendable {
    /// The topic of the connection.
    case cluster(ClusterOptions)
    /// A file of JSON lines; `-` is standard input.
    case file(String)

    init(_ values: Values) throws(Fault) {
        if let file = try values.optional(Options.documentFile) {
            self = .file(file)
        } else if values.isGiven(Options.bootstrapServers.row.name) {
            self = .cluster(try ClusterOptions(values))
        } else {
            let name = "--\(Options.bootstrapServers.row.name)"
            throw Fault(.argument(name), "must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --documents is")
        }
    }
}
