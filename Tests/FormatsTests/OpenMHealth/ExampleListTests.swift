import Formats
import Foundation
import Testing
import Vocabulary

/// The documents of schemas/examples as lists of data points, compared with Tests/Formats/omh/examples.
///
/// Tests/Formats/check-omh validates the lists against the schemas.
struct ExampleListTests {
    private static let folder = "Tests/Formats/omh/examples"

    @Test(arguments: Examples.names)
    func `an example has these data points`(name: String) throws {
        try Examples.compare(Self.lists(of: Examples.documents(of: name)), "\(Self.folder)/\(name).ndjson")
    }

    @Test func `a night, a run and a blood pressure of an import have these data points`() throws {
        let lists = try Self.lists(of: Examples.documents(in: Examples.importedExport))
        try Examples.compare(lists, "\(Self.folder)/import.ndjson")
        #expect(lists.split(separator: "\n").count == 3)
    }

    @Test func `the page shows data points as they come out`() throws {
        let page = try String(contentsOf: Examples.root.appendingPathComponent("docs/openmhealth.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        let path = "\(Self.folder)/import.ndjson"
        let file = try String(contentsOf: Examples.root.appendingPathComponent(path), encoding: .utf8)
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
        try Examples.compare(lists.joined(), "\(Self.folder)/every-type.ndjson")
    }

    @Test func `every example with documents is compared`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Examples.root.path + "/schemas/examples")
        let names = files.filter { $0.hasSuffix(".output.ndjson") }.map { String($0.dropLast(".output.ndjson".count)) }
        // These are about uploads, settings and jobs; the documents of `parts` are cut, and two have forms themselves.
        let others: Set = [
            "deletions", "dialect-healthkitreporter", "dialect-open-wearables", "form-fhir", "form-omh", "parts",
            "post",
            "refusals", "refusals-by-value", "settings",
        ]
        #expect(Set(names) == others.union(Examples.names))
    }

    /// Returns the lists of documents, one record per line.
    private static func lists(of documents: [Examples.Document]) throws -> String {
        let form = DocumentForm.openMHealth(TestZones.table)
        return documents.map { document in
            let lists = form.records(document.json, 900_000)
            #expect(lists.count == 1)
            let list = String(decoding: lists[0], as: UTF8.self)
            return #"{"topic":"fork.omh.\#(document.connection)","key":"\#(document.id)","value":\#(list)}"# + "\n"
        }.joined()
    }
}
