import Testing
import Vocabulary

@Suite struct MetadataKeyTests {
    @Test(
        arguments: [
            ("HKTimeZone", .string, nil), ("HKWasUserEntered", .bool, nil), ("HKAverageMETs", .quantity, "kcal/hr·kg"),
            ("HKElevationAscended", .quantity, "m"), ("HKWeatherTemperature", .quantity, nil),
            ("HKWeatherCondition", .int, nil),
            ("HKMetadataKeySyncVersion", .number, nil), ("HKSWOLFScore", .number, nil),
            ("HKDateOfEarliestDataUsedForEstimate", .date, nil), ("duration", .synthetic, nil),
            ("HKHeartRateEventThreshold", .quantity, "Hz"), ("HKWeatherHumidity", .quantity, "%"),
            ("HKMetadataKeyWaterSalinity", .int, nil), ("HKCyclingCyclingFunctionalThresholdPowerTestType", .int, nil),
        ] as [(String, MetadataKey.Kind, String?)]
    )
    func `a key has its kind and unit`(name: String, kind: MetadataKey.Kind, unit: String?) throws {
        let key = try #require(Catalogue.metadataKey(named: name))
        #expect(key.name == name)
        #expect(key.kind == kind)
        #expect(key.unit?.string == unit)
    }

    @Test func `every key is found by its bytes, and only quantities have units`() {
        #expect(Catalogue.metadataKeys.count == 72)
        for key in Catalogue.metadataKeys {
            var name = key.name
            #expect(name.withUTF8 { unsafe Catalogue.metadataKey(UnsafeRawBufferPointer($0)) }?.name == key.name)
            #expect(key.unit == nil || key.kind == .quantity)
        }
        #expect(Catalogue.metadataKeys.filter { $0.unit != nil }.count == 16)
        #expect(Catalogue.metadataKey(named: "HKMetadataKeyTimeZone") == nil)
    }
}
