import Files
import Observation
import Operations
import Views
import Vocabulary

/// Prints the records of documents in another form to standard output, one per line.
struct FormPrinter {
    private let form: DocumentForm
    private let maximum: Int
    private var printer = LinePrinter()
    /// The number of documents that lack parts; each is named on standard error and left out.
    private(set) var incompleteCount = 0

    /// Creates a printer for the form with this name; nil if there is none.
    init?(_ name: String, _ rules: Rules) {
        guard let form = rules.forms.first(where: { $0.name == name }) else { return nil }
        self.form = form
        maximum = rules.documentMaxBytes
    }

    /// Whether standard output is closed.
    var isClosed: Bool { printer.isClosed }

    mutating func print(_ elements: [DocumentSequence.SequencedDocument]) {
        for element in elements {
            switch element {
            case .whole(let document): for record in form.records(document, maximum) { printer.print(record) }
            case .incomplete(let connection, let id): leaveOut(id, of: connection)
            }
        }
    }

    mutating func print(_ document: JoinedDocument, of connection: ConnectionID) {
        if document.isComplete {
            print([.whole(document.bytes)])
        } else {
            leaveOut(String(decoding: document.id, as: UTF8.self), of: connection.string)
        }
    }

    private mutating func leaveOut(_ id: String, of connection: String) {
        incompleteCount += 1
        let names = [id, connection].map { DocumentView.shown($0) }
        let text = "fork-worker: \(names[0]) of connection \(names[1]) is left out: not all of its parts are there\n"
        StandardError.write(Array(text.utf8))
    }

    /// Writes the buffered lines, and returns false if standard output is closed or full.
    mutating func flush() -> Bool {
        printer.flush()
        return !printer.isClosed
    }
}
