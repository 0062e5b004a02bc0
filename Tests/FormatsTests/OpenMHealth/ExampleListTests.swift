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
        try Self.compare(try Self.lists(ofExample: name), "\(name).ndjson")
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
    private static func lists(ofExample name: String) throws -> String {
        let output = try Data(contentsOf: root.appendingPathComponent("schemas/examples/\(name).output.ndjson"))
        let form = DocumentForm.openMHealth(TestZones.table)
        var records: [String: String] = [:]
        for line in output.split(separator: UInt8(ascii: "\n")) {
            var parser = Parser()
            let record = try parser.parse([UInt8](line))
            guard record.member("topic")?.text?.string.hasPrefix("fork.connection.") == true,
                let key = record.member("key")?.text?.string
            else { continue }
            records[key] = nil
            guard let value = record.member("value"), !value.isNull else { continue }
            var document = Writer()
            value.write(into: &document)
            let lists = form.records(document.bytes, 900_000)
            #expect(lists.count == 1)
            let list = String(decoding: lists[0], as: UTF8.self)
            records[key] = #"{"topic":"fork.omh.conn-7","key":"\#(key)","value":\#(list)}"# + "\n"
        }
        return records.sorted { $0.key < $1.key }.map(\.value).joined()
    }
}
