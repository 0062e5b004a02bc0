import Files
import Observation
import Operations
import Views
import Vocabulary

/// A file of JSON lines that a command reads documents from instead of Kafka.
enum DocumentFile {
    /// The longest delay until a signal is noticed while standard input is idle.
    private static let waitMilliseconds: Int32 = 100

    /// Reads the documents of a connection; `show` writes them, and returns whether all were written.
    static func run(
        _ path: String,
        _ connection: ConnectionID,
        _ filter: DocumentFilter,
        _ signals: StopSignals,
        _ show: (FoundDocuments) -> Bool
    ) -> Int32 {
        let interruption = Interruption(signals)
        do throws(FileFailure) {
            let found = try read(path, connection, filter, interruption)
            if interruption.signal != nil {
                let text = "fork-worker: interrupted before everything was read: nothing is shown\n"
                return ProcessEnvironment.complain(text, status: .done)
            }
            return show(found) ? ProcessEnvironment.Status.done.rawValue : ProcessEnvironment.lostOutput()
        } catch {
            return ProcessEnvironment.complain("fork-worker: \(error.message)\n", status: .failure)
        }
    }

    private static func read(
        _ path: String,
        _ connection: ConnectionID,
        _ filter: DocumentFilter,
        _ interruption: Interruption
    ) throws(FileFailure) -> FoundDocuments {
        var reader = try LineReader(path)
        var lines = DocumentLines(filter, of: connection)
        reading: while interruption.signal == nil {
            switch try reader.next(waitMilliseconds: waitMilliseconds) {
            case .nothingYet: continue
            case .end: break reading
            case .line(let line): lines.take(line)
            }
        }
        let name = reader.name
        if lines.unrecognizedCount > 0 {
            let count = Figures.count(lines.unrecognizedCount, "line")
            StandardError.write(Array("fork-worker: \(count) of \(name) skipped: not documents\n".utf8))
        }
        guard lines.hasSeen || interruption.signal != nil else {
            throw FileFailure(
                "no connection \(connection.string): \(name) contains no document of it. Each line must be a document, or "
                    + "a record as fork-worker transform prints it."
            )
        }
        let documents = lines.documents()
        guard !documents.isEmpty || interruption.signal != nil else {
            throw FileFailure("\(name) has no such document of \(connection.string).")
        }
        return FoundDocuments(place: name, joined: documents)
    }
}
