import JSON
import Vocabulary

extension DocumentForm {
    /// The data of a document as JSON strings that are shorter than a third of a record: several records of a long document.
    static let pieces = DocumentForm(name: "pieces") { document, maximum in
        var parser = Parser()
        var writer = Writer()
        (try? parser.parse(document))?.member("data")?.writeCanonical(into: &writer)
        let length = max(1, maximum / 3)
        return stride(from: 0, to: writer.bytes.count, by: length).map { start in
            var piece = Writer()
            piece.string(Array(writer.bytes[start..<min(start + length, writer.bytes.count)]))
            return piece.bytes
        }
    }

    /// The type of a document: a record that stays as it is when the document changes.
    static let type = DocumentForm(name: "type") { document, _ in
        var parser = Parser()
        let type = (try? parser.parse(document))?.member("type")?.text?.bytes ?? []
        var writer = Writer()
        writer.string(type)
        return [writer.bytes]
    }
}

extension [DocumentForm] {
    static let tested: [DocumentForm] = [.pieces, .type]
}

extension Rules {
    /// The rules with the forms of these tests.
    var withForms: Rules {
        var rules = self
        rules.forms = .tested
        return rules
    }
}
