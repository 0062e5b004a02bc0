import Testing
import Vocabulary

@Suite struct RetentionContractTests {
    private static var tenDays: Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = 10 * 86_400
        return rules
    }

    @Test(arguments: [false, true])
    func `a deletion of a sample from before the horizon that it moves itself has no effect`(isOneCommit: Bool) {
        let old = Line.upload("2024-01-06T00:00:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7)])
        let new = Line.upload(
            "2024-01-20T12:00:00Z",
            [Line.steps(2, "2024-01-20T10:00Z", "2024-01-20T11:00Z", 1)],
            deleted: [1]
        )
        var journey = Journey(Self.tenDays)
        if isOneCommit {
            journey.commit(old, new)
        } else {
            journey.commit(old)
            journey.commit(new)
        }
        #expect(journey.documents["steps/2024-01-05"]?.contains("\"quantity\":7,") == true)
        #expect(journey.accounting.deletions == 1)
    }

    @Test func `a deletion of a characteristic works however old it is`() {
        let type = "HKCharacteristicTypeIdentifierBloodType"
        var journey = Journey(Self.tenDays)
        journey.commit(
            Line.upload(
                "2024-01-06T00:00:00Z",
                [Line.sample(1, type, "1990-01-01T00:00Z", "1990-01-01T00:00Z", "\"value\":2")]
            )
        )
        #expect(journey.documents["characteristic"] != nil)
        journey.commit(
            Line.upload(
                "2024-01-20T12:00:00Z",
                [Line.steps(2, "2024-01-20T10:00Z", "2024-01-20T11:00Z", 1)],
                deleted: [1]
            )
        )
        #expect(journey.documents["characteristic"] == nil)
    }

    @Test func `a session is primary once the better one has frozen and sleep changes anywhere`() {
        let better = Line.sleep(1, "2024-01-01T22:00Z", "2024-01-02T06:00Z", 3, source: "A")
        let worse = Line.sleep(2, "2024-01-02T00:30Z", "2024-01-02T05:00Z", 3, source: "B")
        var journey = Journey(Self.tenDays)
        journey.commit(Line.upload("2024-01-03T00:00:00Z", [better, worse]))
        func primaries(_ journey: borrowing Journey) -> [Int] {
            [1, 0].map { value in
                journey.documents.values.count { $0.contains("\"primary\":{\"quantity\":\(value),") }
            }
        }
        #expect(primaries(journey) == [1, 1])
        let steps = Line.steps(3, "2024-01-12T10:00Z", "2024-01-12T11:00Z", 1)
        journey.commit(Line.upload("2024-01-12T12:00:00Z", [steps]))
        #expect(primaries(journey) == [1, 1])
        let other = Line.sleep(4, "2024-01-11T22:00Z", "2024-01-12T06:00Z", 3, source: "A")
        journey.commit(Line.upload("2024-01-12T13:00:00Z", [other]))
        #expect(primaries(journey) == [3, 0])
    }

    @Test func `copies of a frozen workout are told apart from new ones wherever they start`() {
        let first = Line.workout(1, "2024-01-11T10:00Z", "2024-01-11T11:00Z", version: 1)
        let type = "HKQuantityTypeIdentifierHeartRate"
        let named = "\"value\":60,\"unit\":\"count/min\",\"workout_id\":\"\(Line.id(1))\""
        var journey = Journey(Self.tenDays)
        journey.commit(
            Line.upload(
                "2024-01-12T00:00:00Z",
                [first, Line.sample(2, type, "2024-01-08T10:00Z", "2024-01-08T10:00Z", named)]
            )
        )
        let steps = Line.steps(3, "2024-01-20T10:00Z", "2024-01-20T11:00Z", 1)
        journey.commit(Line.upload("2024-01-20T12:00:00Z", [steps]))
        let frozen = journey.documents["workouts/\(Line.id(1))"]
        #expect(frozen != nil)
        let moved = Line.workout(1, "2024-01-12T10:00Z", "2024-01-12T11:00Z", version: 2)
        journey.commit(Line.upload("2024-01-20T12:00:00Z", [moved]))
        journey.commit(Line.upload("2024-01-20T12:00:00Z", [moved, first]))
        #expect(journey.accounting.replaced == 1)
        #expect(journey.accounting.duplicates == 2)
        #expect(journey.documents["workouts/\(Line.id(1))"] == frozen)
        // Once it is dropped, nothing is known of it but its id.
        let later = Line.steps(4, "2024-02-20T10:00Z", "2024-02-20T11:00Z", 1)
        journey.commit(Line.upload("2024-02-20T12:00:00Z", [later]))
        let again = Line.workout(1, "2024-02-19T10:00Z", "2024-02-19T11:00Z", version: 3)
        let new = journey.accounting.new
        journey.commit(Line.upload("2024-02-20T12:00:00Z", [again]))
        #expect(journey.accounting.new == new + 1)
        #expect(journey.documents["workouts/\(Line.id(1))"] == frozen)
    }
}
