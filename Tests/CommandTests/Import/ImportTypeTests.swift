import Exports
import Foundation
import Testing
import Vocabulary

/// Every quantity and category type of the catalogue, from the element of an export to the document.
struct ImportTypeTests {
    /// A value of each enumeration, as exports spell it.
    private static let categoryValues = [
        "HKCategoryValueNotApplicable", "HKCategoryValueAppleStandHourStood",
        "HKCategoryValueLowCardioFitnessEventLowFitness", "HKCategoryValueVaginalBleedingLight",
        "HKCategoryValueCervicalMucusQualityDry", "HKCategoryValueOvulationTestResultNegative",
        "HKCategoryValueProgesteroneTestResultNegative", "HKCategoryValueContraceptiveUnspecified",
        "HKCategoryValuePregnancyTestResultNegative", "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit",
        "HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit",
        "HKCategoryValueAppleWalkingSteadinessEventInitialLow", "HKCategoryValueSleepAnalysisInBed",
        "HKCategoryValueSeverityMild", "HKCategoryValueAppetiteChangesDecreased", "HKCategoryValuePresencePresent",
    ]

    /// The attributes of the value of a type; nil if an export has none.
    private static func value(_ type: SampleType) -> String? {
        switch type.kind {
        case .quantity: return "unit=\"\(type.canonicalUnit?.string ?? "")\" value=\"0.5\""
        case .category:
            let known = categoryValues.filter { name in
                let bytes = Array(name.utf8)
                return unsafe bytes.withUnsafeBytes {
                    unsafe Catalogue.categoryCode(type, appleName: $0) != nil
                }
            }
            return known.first.map { "value=\"\($0)\"" }
        default: return nil
        }
    }

    @Test func `every quantity and category type passes through an export`() throws {
        let types = Catalogue.sampleTypes.filter { $0.kind == .quantity || $0.kind == .category }
        let elements = try types.map { type in
            let value = try #require(Self.value(type), "\(type.identifier)")
            return "<Record type=\"\(type.identifier)\" sourceName=\"s\" "
                + "\(HealthExport.at("2024-04-20 09:00:00 +0300")) \(value)/>"
        }
        let export = Data(HealthExport.document(elements.joined(separator: "\n")).utf8)
        let imported = try Command.run(["import", "apple-health", "-", "--connection", "me"], input: export)
        #expect(imported.status == 0 && !imported.errors.contains("left out"), "\(imported.errors)")
        let ending = try Command.run(["transform", "--final"], input: imported.output)
        #expect(ending.lastError.contains("\"new\":\(types.count),"), "\(ending.lastError)")
        #expect(ending.lastError.contains("\"refused\":0"), "\(ending.lastError)")
        for type in types {
            #expect(imported.text.contains("\"type\":\"\(type.identifier)\""), "\(type.identifier)")
        }
    }
}
