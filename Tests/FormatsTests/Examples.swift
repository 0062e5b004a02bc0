import Foundation
import JSON
import Testing

/// The documents of schemas/examples, and files to compare their forms with.
enum Examples {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The examples with documents, by the names of their files.
    static let names = [
        "category", "characteristics", "condensed", "correlation", "day-totals", "electrocardiogram",
        "heartbeat-series", "motion", "odd-but-right", "other-kinds", "overlap", "quantity", "route", "sample-sleep",
        "sample-steps", "sample-workouts", "sleep-night", "smallest", "workout", "workout-details",
    ]

    /// An import of Tests/Exports/Sample by `fork-worker import` and `fork-worker transform`.
    static let importedExport = "Tests/Formats/omh/import.output.ndjson"

    /// A document with its connection.
    struct Document {
        let connection: String
        let id: String
        let json: [UInt8]
    }

    /// Returns the documents of an example.
    static func documents(of name: String) throws -> [Document] {
        try documents(in: "schemas/examples/\(name).output.ndjson")
    }

    /// Returns the last version of each document in an output of `transform`, in the order of their ids.
    static func documents(in output: String) throws -> [Document] {
        var documents: [String: Document] = [:]
        for line in try Data(contentsOf: root.appendingPathComponent(output)).split(separator: UInt8(ascii: "\n")) {
            var parser = Parser()
            let record = try parser.parse([UInt8](line))
            guard let topic = record.member("topic")?.text?.string, topic.hasPrefix("fork.connection."),
                let id = record.member("key")?.text?.string
            else { continue }
            documents[id] = nil
            guard let value = record.member("value"), !value.isNull else { continue }
            let connection = String(topic.dropFirst("fork.connection.".count))
            documents[id] = Document(connection: connection, id: id, json: value.written)
        }
        return documents.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Compares a text with a file, or writes the file; `path` begins at the root of the repository.
    static func compare(_ text: String, _ path: String) throws {
        let file = root.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil { try Data(text.utf8).write(to: file) }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text,
            "\(path) is out of date; renew it: RENEW_DOCS=1 swift test --filter FormatsTests"
        )
    }
}
