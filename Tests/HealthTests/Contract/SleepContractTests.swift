import Testing
import Vocabulary

/// Sessions whose samples come again, or are far apart in what they are of.
@Suite struct SleepContractTests {
    /// A point of sleep, its start in seconds since 2001.
    private static func point(_ start: Double, version: Int) -> String {
        """
        {"id":"\(Line.id(1))","type":"HKCategoryTypeIdentifierSleepAnalysis","start_date":\(start),\
        "value":3,"version":\(version)}
        """
    }

    @Test(arguments: [0.0, 3600.0], [757_296_000.0, 757_312_260.0])
    func `a session stays when a copy begins less than a millisecond earlier, also before midnight`(
        threshold: Double,
        start: Double
    ) {
        var rules = Rules()
        rules.sleepThresholdSeconds = threshold
        var journey = Journey(rules)
        journey.commit(Line.upload("2025-01-02T00:00Z", [Self.point(start, version: 1)]))
        let before = journey.documents.keys.sorted()
        #expect(before.count == 1)
        journey.commit(Line.upload("2025-01-02T00:00Z", [Self.point(start - 0.0003, version: 2)]))
        #expect(journey.documents.keys.sorted() == before)
        for text in journey.documents.values { #expect(text.contains("\"start_date\":\(start - 0.0003),")) }
        journey.commit(Line.upload("2025-01-02T00:00Z", [], deleted: [1]))
        #expect(journey.documents.isEmpty)
    }
}
