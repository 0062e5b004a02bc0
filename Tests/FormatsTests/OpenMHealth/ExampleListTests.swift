import Formats
import Foundation
import JSON
import Testing
import Vocabulary

/// The documents of schemas/examples as lists of data points, compared with Tests/Formats/omh/examples.
///
/// Tests/Formats/check-omh validates the lists against the schemas.
struct ExampleListTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appendingPathComponent("Tests/Formats/omh/examples")

    static let examples = [
        "category", "characteristics", "condensed", "correlation", "day-totals", "electrocardiogram",
        "heartbeat-series",
        "motion", "odd-but-right", "other-kinds", "overlap", "quantity", "route", "sample-sleep", "sample-steps",
        "sample-workouts", "sleep-night", "smallest", "workout", "workout-details",
    ]

    @Test(arguments: examples)
    func `an example has these data points`(name: String) throws {
        let file = Self.root.appendingPathComponent("schemas/examples/\(name).output.ndjson")
        try Self.compare(try Self.lists(of: file), "\(name).ndjson")
    }

    /// An import of Tests/Exports/Sample by `fork-worker import` and `fork-worker transform`, of which the page shows three.
    @Test func `a night, a run and a blood pressure of an import have these data points`() throws {
        let file = Self.root.appendingPathComponent("Tests/Formats/omh/import.output.ndjson")
        let lists = try Self.lists(of: file)
        try Self.compare(lists, "import.ndjson")
        #expect(lists.split(separator: "\n").count == 3)
    }

    @Test func `the page shows data points as they come out`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("docs/openmhealth.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        let file = try String(contentsOf: Self.folder.appendingPathComponent("import.ndjson"), encoding: .utf8)
        let records = try file.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        let points = records.compactMap { $0?["value"] as? [NSDictionary] }.flatMap(\.self)
        #expect(blocks.count == 3)
        for block in blocks {
            let shown = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? NSDictionary)
            #expect(points.contains(shown), "\(block)")
        }
    }

    @Test func `a sample of every type is a data point, if the type has a schema`() throws {
        let form = DocumentForm.openMHealth(TestZones.table)
        let lists = try Catalogue.sampleTypes.enumerated().compactMap { index, type -> String? in
            let id = "00000000-0000-0000-0000-\(100_000_000_000 + index)"
            let records = form.records(Array(Documents.document(of: type, id: id).utf8), 900_000)
            let list = String(decoding: try #require(records.first), as: UTF8.self)
            #expect((list == "[]") == (OpenMHealthSchema.schema(of: type) == nil), "\(type.identifier)")
            let key = "\(type.document.name)/\(type.identifier)"
            return list == "[]" ? nil : #"{"topic":"fork.omh.conn-7","key":"\#(key)","value":\#(list)}"# + "\n"
        }
        try Self.compare(lists.joined(), "every-type.ndjson")
    }

    /// Compares lists with a file, or writes the file.
    private static func compare(_ lists: String, _ name: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil { try Data(lists.utf8).write(to: file) }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == lists,
            "\(name) is out of date; renew it: RENEW_DOCS=1 swift test --filter ExampleListTests"
        )
    }

    @Test func `every example with documents is compared`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/schemas/examples")
        let names = files.filter { $0.hasSuffix(".output.ndjson") }.map { String($0.dropLast(".output.ndjson".count)) }
        // These are about uploads, settings and jobs; the documents of `parts` are cut.
        let others: Set = [
            "deletions", "dialect-healthkitreporter", "dialect-open-wearables", "parts", "post", "refusals",
            "refusals-by-value", "settings",
        ]
        #expect(Set(names) == others.union(Self.examples))
    }

    /// Returns the lists of the last version of each document, one record per line.
    private static func lists(of file: URL) throws -> String {
        let output = try Data(contentsOf: file)
        let form = DocumentForm.openMHealth(TestZones.table)
        var records: [String: String] = [:]
        for line in output.split(separator: UInt8(ascii: "\n")) {
            var parser = Parser()
            let record = try parser.parse([UInt8](line))
            guard let topic = record.member("topic")?.text?.string, topic.hasPrefix("fork.connection."),
                let key = record.member("key")?.text?.string
            else { continue }
            records[key] = nil
            guard let value = record.member("value"), !value.isNull else { continue }
            var document = Writer()
            value.write(into: &document)
            let lists = form.records(document.bytes, 900_000)
            #expect(lists.count == 1)
            let list = String(decoding: lists[0], as: UTF8.self)
            records[key] =
                #"{"topic":"\#(topic.replacing("connection", with: "omh"))","key":"\#(key)","value":\#(list)}"# + "\n"
        }
        return records.sorted { $0.key < $1.key }.map(\.value).joined()
    }
}
