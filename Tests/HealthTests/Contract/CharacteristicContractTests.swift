import Testing
import Vocabulary

/// Of each type of characteristic one sample shows, whatever came when.
@Suite struct CharacteristicContractTests {
    private static let type = "HKCharacteristicTypeIdentifierBloodType"

    private static func blood(_ number: Int, _ start: String, _ value: String, version: Int) -> String {
        Line.sample(number, type, start, start, "\"value\":\"\(value)\",\"version\":\(version)")
    }

    /// What shows of two samples, in both orders and in one upload.
    private static func shown(_ one: String, _ other: String) -> Set<String> {
        var shown: Set<String> = []
        for samples in [[[one], [other]], [[other], [one]], [[one, other]], [[other, one]]] {
            var journey = Journey()
            for (number, some) in samples.enumerated() {
                journey.commit(Line.upload("2024-01-06T12:00:00Z", some, id: 900 + number))
            }
            let document = journey.documents["characteristic"] ?? ""
            for value in ["aPositive", "bPositive"] where document.contains(value) { shown.insert(value) }
        }
        return shown
    }

    @Test func `the one that starts last shows`() {
        let early = Self.blood(1, "2024-01-05T07:00Z", "aPositive", version: 9)
        #expect(Self.shown(early, Self.blood(2, "2024-01-06T07:00Z", "bPositive", version: 1)) == ["bPositive"])
    }

    @Test func `of one start the greater version shows`() {
        let start = "2024-01-06T07:00Z"
        let greater = Self.blood(1, start, "aPositive", version: 2)
        #expect(Self.shown(greater, Self.blood(2, start, "bPositive", version: 1)) == ["aPositive"])
    }

    @Test func `of one start and version the encoding that sorts last shows`() {
        let start = "2024-01-06T07:00Z"
        let one = Self.blood(1, start, "aPositive", version: 1)
        #expect(Self.shown(one, Self.blood(2, start, "bPositive", version: 1)).count == 1)
    }
}
