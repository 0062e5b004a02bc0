import Formats
import Foundation
import Testing
import Vocabulary

/// docs/types.md has a row for each type of the catalogue, and this keeps the rows what the forms write.
struct TypePageTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/types.md")

    private static let head = """
        # Where does a HealthKit type go?

        This table has all types that a worker accepts: the document and the key of a sample, its code in FHIR, and its schema in
        [Open mHealth](openmhealth.md). The table is generated: each row shows what the forms wrote for one sample.

        - **Key:** `<identifier>` is the identifier of the row. The documents `steps`, `distance`, `calories` and `flightsClimbed`
          have the total of a day in place of the samples. Day summaries (`activitiesSummary`) have totals and averages of all
          quantity types too.
        - **Code:** *Apple* is the system `http://developer.apple.com/documentation/healthkit`. Its code is the identifier, or the
          one in the row. A name of a resource says that the sample is that resource and not an Observation.
        - **UCUM:** the units of the value and of the components. Percentages are from 0 to 100 in FHIR, and from 0 to 1 in
          documents. `–` says that there is none.
        - **Test:** the suite that converts such a sample.

        | Identifier | Unit | Aggregation | Document | Key | FHIR category | FHIR code | UCUM | Open mHealth | Test |
        |---|---|---|---|---|---|---|---|---|---|

        """

    @Test func `the page has a row for each type of the catalogue`() throws {
        let page = Self.head + (try Catalogue.sampleTypes.enumerated().map(Self.row).joined(separator: "\n")) + "\n"
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil { try Data(page.utf8).write(to: Self.file) }
        #expect(
            try String(contentsOf: Self.file, encoding: .utf8) == page,
            "docs/types.md is out of date; renew it: RENEW_DOCS=1 swift test --filter TypePageTests"
        )
    }

    /// Returns the row of a type; `index` makes the id of its sample.
    private static func row(_ index: Int, _ type: SampleType) throws -> String {
        let resource = try resource(of: type, index)
        let schema = OpenMHealthSchema.schema(of: type).map { "`\($0.namespace):\($0.name):\($0.version)`" }
        let test = test(of: type)
        let cells = [
            "`\(type.identifier)`", type.canonicalUnit.map { "`\($0.string)`" }, type.aggregation.map(\.shownName),
            "`\(type.document.name)`", key(of: type), resource.category, resource.code, resource.units, schema,
            "[\(test.split(separator: "/").last ?? "")](../Tests/FormatsTests/\(test).swift)",
        ]
        return "| \(cells.map { $0 ?? "–" }.joined(separator: " | ")) |"
    }

    private static func key(of type: SampleType) -> String {
        switch type.kind {
        case .quantity, .category: "`data.\(type.documentKey == type.identifier ? "<identifier>" : type.documentKey)`"
        case .workout: "the item"
        case .motion: "`data.<kind>`"
        case .workoutRoute: "`nested_data.workoutRoute`"
        default: "`nested_data.<identifier>`"
        }
    }

    /// Returns the file of the suite that converts samples of a type, without its ending.
    private static func test(of type: SampleType) -> String {
        switch type.kind {
        case .quantity: "OpenMHealth/QuantityPointTests"
        case .category: "OpenMHealth/\(type == .sleepAnalysis ? "Night" : "Category")PointTests"
        case .correlation: "OpenMHealth/CorrelationPointTests"
        case .workout: "OpenMHealth/WorkoutPointTests"
        case .heartbeatSeries: "OpenMHealth/HeartbeatPointTests"
        default: "TypePageTests"
        }
    }

    /// Returns the first FHIR resource that a sample of a type makes.
    private static func resource(of type: SampleType, _ index: Int) throws -> ShownResource {
        let id = "00000000-0000-0000-0000-\(100_000_000_000 + index)"
        let records = DocumentForm.fhir(TestZones.table).records(
            Array(Documents.document(of: type, id: id).utf8),
            900_000
        )
        let bundle = try JSONSerialization.jsonObject(with: Data(records[0])) as? [String: Any]
        let entries = try #require(bundle?["entry"] as? [[String: Any]], "\(type.identifier) makes no resource")
        return ShownResource(type, try #require(entries.first?["resource"] as? [String: Any]))
    }
}

/// The cells of a FHIR resource.
private struct ShownResource {
    let category: String?
    let code: String
    let units: String?

    init(_ type: SampleType, _ resource: [String: Any]) {
        let categories = (resource["category"] as? [Any] ?? []).flatMap(Self.codings)
        category = categories.first.map { "`\($0["code"] ?? "")`" }
        let name = resource["resourceType"] as? String ?? ""
        if type.kind == .clinical || name != "Observation" {
            code = name + (type.kind == .clinical ? ", as recorded" : "")
        } else {
            code = Self.codings(resource["code"] ?? [:]).map { Self.text($0, type) }.joined(separator: ", ")
        }
        var found: [String] = []
        for part in [resource] + (resource["component"] as? [[String: Any]] ?? []) {
            let sampled = (part["valueSampledData"] as? [String: Any])?["origin"]
            guard let quantity = (part["valueQuantity"] ?? sampled) as? [String: Any],
                let unit = quantity["code"] as? String,
                !found.contains(unit)
            else { continue }
            found.append(unit)
        }
        units = found.isEmpty ? nil : found.map { "`\($0)`" }.joined(separator: ", ")
    }

    private static func codings(_ concept: Any) -> [[String: String]] {
        (concept as? [String: Any])?["coding"] as? [[String: String]] ?? []
    }

    private static func text(_ coding: [String: String], _ type: SampleType) -> String {
        let code = coding["code"] ?? ""
        return switch coding["system"] {
        case "http://loinc.org": "LOINC `\(code)`"
        case "urn:iso:std:iso:11073:10101": "MDC `\(code)`"
        case _ where code == type.identifier: "Apple"
        case _ where type.kind == .motion: "Apple `\(type.identifier).<kind>`"
        default: "Apple `\(code)`"
        }
    }
}

extension SampleType.Aggregation {
    /// The name as HealthKit has it.
    fileprivate var shownName: String {
        isCumulative ? "cumulative" : "discrete, " + rawValue.replacing("_", with: " ")
    }
}
