import Foundation
import Testing
import Vocabulary

/// The core by itself makes of the examples of schemas/ what is committed beside them.
///
/// The command's own test compares every byte of what it prints; this one is there in a moment, and knows nothing but the core.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct GoldenContractTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "schemas/examples")

    private static func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The names of all examples.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".uploads.ndjson") }.map { String($0.dropLast(15)) }.sorted()
    }()

    private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// How a line of output begins, up to the record's headers.
    private static func head(_ record: OutputRecord) -> String {
        #"{"topic":"\#(record.topic)","key":"\#(text(record.key))","headers":{"#
    }

    /// The forms that examples name, whose records another room makes.
    private static let forms = ["fhir", "omh"].map { DocumentForm(name: $0) { _, _ in [Array("{}".utf8)] } }

    private static func isOfForm(_ topic: Substring) -> Bool { forms.contains { topic.hasPrefix("fork.\($0.name).") } }

    @Test func `there are examples`() { #expect(Self.names.count >= 20) }

    @Test(arguments: names)
    func `documents and jobs of an example are those that are committed`(name: String) {
        var rules = Rules()
        rules.forms = Self.forms
        if name == "parts" { rules.documentMaxBytes = 1_200 }
        var journey = Journey(rules)
        for line in Self.lines("\(name).connections.ndjson") { journey.settings(line) }
        for line in Self.lines("\(name).uploads.ndjson") {
            if name.hasPrefix("dialect-") {
                journey.commit(line: line, connection: "conn-7")
            } else {
                journey.commit(line)
            }
        }
        let expected = Self.lines("\(name).output.ndjson").filter { line in
            !line.contains("\"fork-error-code\"") && !Self.isOfForm(line.dropFirst(#"{"topic":""#.count))
        }
        let records = journey.records.filter { $0.deadLetter == nil && !Self.isOfForm($0.topic[...]) }
        #expect(records.count == expected.count)
        for (record, line) in zip(records, expected) {
            let value = record.value.map { Self.text($0) } ?? "null"
            guard line.hasPrefix(Self.head(record)), line.hasSuffix("\"value\":\(value)}") else {
                Issue.record("\(Self.head(record))…\(value)\nand not\n\(line)")
                break
            }
        }
    }
}
