import Files
import Operations
import Views
import Vocabulary
import Worker

/// The live documents of a connection, and the topic or file that contains them.
struct FoundDocuments {
    /// The name of the topic or of the file.
    let place: String
    /// The joined documents, ordered by type, start and id.
    let joined: [JoinedDocument]

    /// The JSON of the documents.
    var documents: [[UInt8]] { joined.map(\.bytes) }

    /// Prints lines to standard output, and returns whether all were written.
    static func print(_ lines: [[UInt8]]) -> Bool {
        var printer = LinePrinter()
        for line in lines { printer.print(line) }
        printer.flush()
        return !printer.isClosed
    }
}

extension Command {
    /// Returns the live documents of a connection from its topic; throws if the topic has no record of the connection.
    func documents(
        of connection: ConnectionID,
        _ filter: DocumentFilter,
        zones: ZoneTable
    ) throws(OperationError) -> FoundDocuments {
        let lookup = ConnectionLookup(connection, in: cluster, zones: zones)
        switch try lookup.documents(filter) {
        case .nothing(let topic, let isMissing):
            let what = isMissing ? "there is no topic \(topic)" : "the topic \(topic) contains nothing of it"
            let advice =
                try Self.advice(lookup)
                ?? "its uploads may still be in process, or may be refused: see \(cluster.topics.prefix)dead-letter"
            throw OperationError("no connection \(connection.string): \(what): \(advice)")
        case .found(let found) where found.documents.isEmpty:
            let what = "the topic \(found.topic) has no such document of \(connection.string)"
            throw OperationError(try Self.advice(lookup).map { "\(what): \($0)" } ?? what)
        case .found(let found):
            progress.hide()
            if found.unrecognizedCount > 0 {
                let records = Figures.count(found.unrecognizedCount, "record")
                say("\(records) of \(found.topic) skipped: not documents")
            }
            return FoundDocuments(place: found.topic, joined: found.documents)
        }
    }

    /// Returns advice to use another `--output-topics` if such topics exist; otherwise nil.
    private static func advice(_ lookup: ConnectionLookup) throws(OperationError) -> String? {
        let others = try lookup.otherKinds().map { "\($0.topic) exists: try --output-topics \($0.routing.rawValue)" }
        return others.isEmpty ? nil : others.joined(separator: ", and ")
    }
}
