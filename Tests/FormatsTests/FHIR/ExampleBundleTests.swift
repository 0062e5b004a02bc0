import Formats
import Foundation
import Testing
import Vocabulary

/// The documents of schemas/examples as bundles, compared with Tests/Formats/fhir/examples.
///
/// Tests/Formats/check-fhir validates the bundles.
struct ExampleBundleTests {
    private static let folder = "Tests/Formats/fhir/examples"
    private static let form = DocumentForm.fhir(TestZones.table)

    /// Returns the bundles of documents, one per line.
    private static func bundles(of documents: [[UInt8]]) -> String {
        documents.flatMap { form.records($0, 900_000) }.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
    }

    @Test(arguments: Examples.names)
    func `an example has these bundles`(name: String) throws {
        let bundles = try Self.bundles(of: Examples.documents(of: name).map(\.json))
        try Examples.compare(bundles, "\(Self.folder)/\(name).ndjson")
    }

    @Test func `a sample of every type is a resource`() throws {
        let documents = Catalogue.sampleTypes.enumerated().map { index, type in
            Array(Documents.document(of: type, id: "00000000-0000-0000-0000-\(100_000_000_000 + index)").utf8)
        }
        let bundles = Self.bundles(of: documents)
        for (line, type) in zip(bundles.split(separator: "\n"), Catalogue.sampleTypes) {
            #expect(try Tree(Array(line.utf8))["entry"].list.count == 1, "\(type.identifier)")
        }
        try Examples.compare(bundles, "\(Self.folder)/every-type.ndjson")
    }

    @Test func `the page shows resources as they come out`() throws {
        let bundles = try Self.bundles(of: Examples.documents(in: Examples.importedExport).map(\.json))
        let trees = try bundles.split(separator: "\n").map { try Tree(Array($0.utf8)) }
        let known = trees + trees.map { $0["entry"][0]["resource"] }
        let page = try String(contentsOf: Examples.root.appendingPathComponent("docs/fhir.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks {
            // The page leaves out members and elements, and writes … in their place.
            let text = block.replacing(/…,\s*|,\s*…/, with: "")
            let shown = try Tree(Array(text.utf8))
            #expect(known.contains { shown.isPart(of: $0) }, "\(block)")
        }
    }
}

extension Tree {
    /// Whether another tree has all members and elements of this one.
    fileprivate func isPart(of other: Tree) -> Bool {
        if !keys.isEmpty { return keys.allSatisfy { self[$0].isPart(of: other[$0]) } }
        if !list.isEmpty { return list.allSatisfy { part in other.list.contains { part.isPart(of: $0) } } }
        return self == other
    }
}
