import Foundation
import Testing
import Vocabulary

/// The lists of HealthKit's types in schemas/granola have the types of the catalogue.
struct GranolaListTests {
    @Test(arguments: [SampleType.Kind.quantity, .category, .correlation])
    func `the list of a kind has the types of the catalogue`(kind: SampleType.Kind) throws {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("schemas/granola/hk-\(kind.rawValue)-type-1.2.json")
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil { try Data(list(kind).utf8).write(to: file) }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == list(kind),
            "\(file.lastPathComponent) is out of date; renew it: RENEW_DOCS=1 swift test --filter GranolaListTests"
        )
    }

    /// Returns the schema of the identifiers of a kind, in the order of the catalogue.
    private func list(_ kind: SampleType.Kind) -> String {
        let identifiers = Catalogue.sampleTypes.filter { $0.kind == kind }.map { "        \"\($0.identifier)\"" }
        return """
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "description": "The identifiers of HealthKit's \(kind.rawValue) types, as in the Granola schema of this name.",
                "type": "string",
                "enum": [
            \(identifiers.joined(separator: ",\n"))
                ]
            }

            """
    }
}
