import Formats
import Testing
import Vocabulary

/// The demands of the profiles of R4 for vital signs (https://hl7.org/fhir/R4/observation-vitalsigns.html).
struct VitalSignTests {
    /// The units that each profile allows, by the code that it demands.
    private static let profiles: [String: Set<String>] = [
        "8867-4": ["/min"], "9279-1": ["/min"], "2708-6": ["%"], "8302-2": ["cm", "[in_i]"],
        "29463-7": ["kg", "g", "[lb_av]"], "39156-5": ["kg/m2"], "8310-5": ["Cel", "[degF]"],
    ]

    /// A document with one sample of a quantity type.
    private static func document(_ type: SampleType) -> String {
        let unit = type.canonicalUnit?.string ?? ""
        return Fork.document(type.document.name, type.documentKey, [Fork.quantity("0.5", unit)])
    }

    private static var quantities: [SampleType] { Catalogue.sampleTypes.filter { $0.kind == .quantity } }

    @Test func `each profile for a number has a quantity type`() throws {
        var met: Set<String> = []
        for type in Self.quantities {
            let observation = try #require(try Tree.resources(Self.document(type)).first)
            guard observation["category"][0].codes == ["vital-signs"] else { continue }
            met.formUnion(observation["code"].codes)
        }
        #expect(met.isSuperset(of: Self.profiles.keys))
    }

    @Test(arguments: quantities)
    func `a vital sign holds its profile, and everything with a profile is a vital sign`(type: SampleType) throws {
        let observation = try #require(try Tree.resources(Self.document(type)).first)
        let codes = observation["code"]["coding"].all("system", "http://loinc.org").compactMap { $0["code"].text }
        let isVitalSign = observation["category"].list.contains { category in
            category["coding"].list.contains {
                $0["system"].text == "http://terminology.hl7.org/CodeSystem/observation-category"
                    && $0["code"].text == "vital-signs"
            }
        }
        let profiles = codes.compactMap { Self.profiles[$0] }
        #expect(profiles.isEmpty || isVitalSign)
        let quantity = observation["valueQuantity"]
        #expect(quantity["system"].text == "http://unitsofmeasure.org" && quantity["value"].exists)
        #expect(quantity["unit"].text?.isEmpty == false && quantity["code"].text?.isEmpty == false)
        guard isVitalSign else { return }
        #expect(profiles.count == 1 || type.identifier.contains("BloodPressure"), "\(codes)")
        for units in profiles { #expect(units.contains(quantity["code"].text ?? "")) }
        #expect(observation["status"].text == "final" && observation["subject"].exists)
        #expect(observation["effectiveDateTime"].exists || observation["effectivePeriod"].exists)
    }

    @Test(arguments: Catalogue.sampleTypes.filter { $0.kind == .category && $0.document != .sleep })
    func `each category has a category, a code and a value`(type: SampleType) throws {
        let name = Catalogue.categoryName(type, 1) ?? "1"
        let document = Fork.document(type.document.name, type.documentKey, [Fork.quantity("1", name)])
        let observations = try Tree.resources(document)
        #expect(observations.count == 1 && observations[0]["category"].list.count == 1)
        #expect(observations[0]["code"].codes.last == type.identifier)
        #expect(observations[0]["valueCodeableConcept"].codes == ["\(type.identifier).1"])
    }
}
