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
        - **FHIR code:** *Apple* is the system `http://developer.apple.com/documentation/healthkit`. Its code is the identifier, if
          the row has no other. A row with the name of a resource has samples that become this resource instead of an Observation.
        - **UCUM:** the units of the value and of the components. Percentages are from 0 to 100 in FHIR, and from 0 to 1 in
          documents.
        - **Tests:** the suites that convert such samples.
        - `–` means none.

        | Identifier | Unit | Aggregation | Document | Key | FHIR category | FHIR code | UCUM | Open mHealth | Tests |
        |---|---|---|---|---|---|---|---|---|---|

        """

    @Test func `the page has a row for each type of the catalogue`() throws {
        let rows = try Catalogue.sampleTypes.enumerated().map(Self.row).joined(separator: "\n")
        let page = "\(Self.head)\(rows)\n\n\(Self.links)"
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
        let cells: [String?] = [
            "`\(type.identifier)`", type.canonicalUnit.map { "`\($0.string)`" }, type.aggregation.map(\.shownName),
            "`\(type.document.name)`", key(of: type), resource.category, resource.code, resource.units, schema,
            tests(of: type).map { "[\(name($0))]" }.joined(separator: ", "),
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

    /// Returns the files of the suites that convert samples of a type, without their endings.
    private static func tests(of type: SampleType) -> [String] {
        switch type.kind {
        case .quantity: ["FHIR/Observations/SampleTests", "OpenMHealth/QuantityPointTests"]
        case .category where type == .sleepAnalysis: ["FHIR/Special/NightTests", "OpenMHealth/NightPointTests"]
        case .category: ["FHIR/Observations/SampleTests", "OpenMHealth/CategoryPointTests"]
        case .correlation: ["FHIR/Observations/CorrelationTests", "OpenMHealth/CorrelationPointTests"]
        case .workout: ["FHIR/Special/WorkoutAndMotionTests", "OpenMHealth/WorkoutPointTests"]
        case .heartbeatSeries: ["FHIR/Special/WaveTests", "OpenMHealth/HeartbeatPointTests"]
        case .motion: ["FHIR/Special/WorkoutAndMotionTests"]
        case .electrocardiogram: ["FHIR/Special/WaveTests"]
        case .characteristic: ["FHIR/Special/CharacteristicTests"]
        case .clinical, .documentCDA: ["FHIR/Special/ClinicalRecordTests"]
        case .audiogram, .visionPrescription, .stateOfMind, .workoutRoute, .scoredAssessment, .activitySummary,
            .medicationDoseEvent, .userAnnotatedMedication:
            ["FHIR/Special/FieldTests"]
        }
    }

    /// Returns the name of a suite, which the page links to its file.
    private static func name(_ test: String) -> String { String(test.split(separator: "/").last ?? "") }

    /// The links of the names of all suites.
    private static var links: String {
        let tests = Set(Catalogue.sampleTypes.flatMap(tests))
        return tests.map { "[\(name($0))]: ../Tests/FormatsTests/\($0).swift\n" }.sorted().joined()
    }

    @Test(arguments: Set(Catalogue.sampleTypes.flatMap(tests)).sorted())
    func `a suite that the page names is there`(test: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent(test + ".swift"), encoding: .utf8)
        #expect(text.contains("struct \(Self.name(test)) {"))
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
