import Formats
import Foundation
import Testing
import Vocabulary

/// The schemas of types.
struct OpenMHealthSchemaTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Formats/omh/schema")

    @Test func `every schema is in the folder of schemas, and every measure there is one of a type`() throws {
        let used = Set(
            Catalogue.sampleTypes.compactMap { OpenMHealthSchema.schema(of: $0) }.map {
                "\($0.namespace)/\($0.name)-\($0.version).json"
            }
        )
        for name in used {
            #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(name).path), "\(name)")
        }
        #expect(used.count == 18)
    }

    @Test(
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", "step-count"), ("HKQuantityTypeIdentifierHeartRate", "heart-rate"),
            ("HKQuantityTypeIdentifierRestingHeartRate", "hk-quantity-sample"),
            ("HKQuantityTypeIdentifierBasalEnergyBurned", "hk-quantity-sample"),
            ("HKQuantityTypeIdentifierBloodPressureSystolic", "hk-quantity-sample"),
            ("HKCorrelationTypeIdentifierBloodPressure", "blood-pressure"),
            ("HKCorrelationTypeIdentifierFood", "hk-correlation"),
            ("HKCategoryTypeIdentifierSleepAnalysis", "sleep-episode"),
            ("HKCategoryTypeIdentifierHeadache", "hk-category-sample"),
            ("HKDataTypeIdentifierHeartbeatSeries", "rr-interval"), ("HKWorkoutTypeIdentifier", "physical-activity"),
            ("HKDataTypeIdentifierElectrocardiogram", nil), ("CMMotionActivity", nil),
        ] as [(String, String?)]
    )
    func `a type has its schema`(identifier: String, name: String?) throws {
        let type = try #require(Catalogue.sampleType(named: identifier))
        #expect(OpenMHealthSchema.schema(of: type)?.name == name)
    }
}
