import Testing
import Vocabulary

/// The values of characteristics: one form for a fact, whichever client sends it.
@Suite struct CharacteristicTests {
    private static let prefix = "HKCharacteristicTypeIdentifier"

    /// Returns the quantities that documents show for a value of a characteristic.
    private static func shown(_ type: String, _ value: String) -> String? {
        var journey = Journey()
        let time = "2024-01-05T07:00Z"
        let sample = Line.sample(1, prefix + type, time, time, "\"value\":" + value)
        journey.commit(Line.upload("2024-01-06T12:00:00Z", [sample]))
        guard let document = journey.documents["characteristic"],
            let start = document.firstRange(of: "\"quantity\":")?.lowerBound,
            let end = document[start...].firstIndex(of: ",").flatMap({ document[$0...].firstIndex(of: "}") })
        else { return nil }
        return String(document[start..<end])
    }

    @Test(
        arguments: [
            ("BiologicalSex", "1", 1, "female"), ("BiologicalSex", "\"Female\"", 1, "female"),
            ("BiologicalSex", "\"FEMALE\"", 1, "female"), ("BiologicalSex", "\"HKBiologicalSexMale\"", 2, "male"),
            ("BiologicalSex", "0", 0, "notSet"), ("BiologicalSex", "9", 9, "9"), ("BloodType", "\"A+\"", 1, "A+"),
            ("BloodType", "\"HKBloodTypeONegative\"", 8, "O-"), ("FitzpatrickSkinType", "\"iv\"", 4, "IV"),
            ("WheelchairUse", "\"No\"", 1, "no"), ("ActivityMoveMode", "2", 2, "appleMoveTime"),
            ("BloodType", "\"none of these\"", 0, "none of these"),
            ("DateOfBirth", "\"1990-02-02\"", 0, "1990-02-02"),
        ] as [(String, String, Int, String)]
    )
    func `a number and each of its names come out as number and name`(
        type: String,
        value: String,
        code: Int,
        name: String
    ) {
        #expect(Self.shown(type, value)?.contains("\"quantity\":\(code),\"unit\":\"\(name)\"") == true)
    }

    @Test func `texts of HealthKitReporter and numbers give equal quantities`() {
        let texts = DialectRecord(#"{"biologicalSex":"Female","bloodType":"A+","fitzpatrickSkinType":"II"}"#)
        let document = texts.documents["characteristic"]
        for quantity in [#""quantity":1,"unit":"female""#, #""quantity":1,"unit":"A+""#, #""quantity":2,"unit":"II""#] {
            #expect(document?.contains(quantity) == true)
        }
    }
}
