import Testing
import Vocabulary

/// Which of several workouts at one time is primary, upload by upload.
@Suite struct PrimaryContractTests {
    private static let collected = "2024-01-20T00:00:00Z"
    private static let watch = Line.Origin(source: "Watch", product: "Watch6,9")
    private static let phone = Line.Origin(source: "Phone", product: "iPhone15,2")
    private static let app = Line.Origin(source: "App")

    /// A workout of January, its bounds written `05T10:00`.
    private static func workout(
        _ number: Int,
        _ start: String,
        _ end: String,
        by origin: Line.Origin,
        activity: Int = 37,
        version: Int = 0
    ) -> String {
        let more = "\"workout_activity_type\":\(activity),\"version\":\(version)\(origin.members)"
        return Line.sample(number, "HKWorkoutTypeIdentifier", "2024-01-\(start)Z", "2024-01-\(end)Z", more)
    }

    /// The live workouts by number, and whether each is primary.
    private static func workouts(_ documents: [String: String]) -> [Int: Bool] {
        var found: [Int: Bool] = [:]
        for (key, text) in documents where key.hasPrefix("workouts/") {
            let isPrimary = text.contains(#""primary":{"quantity":1,"unit":"bool"}"#)
            #expect(isPrimary || text.contains(#""primary":{"quantity":0,"unit":"bool"}"#))
            found[Int(key.suffix(12)) ?? 0] = isPrimary
        }
        return found
    }

    @Test func `a run of two apps shows twice and counts once, whichever comes first`() {
        let runs = [
            Self.workout(1, "05T10:00", "05T11:00", by: Self.app),
            Self.workout(2, "05T10:02", "05T10:58", by: Self.watch),
        ]
        for order in [runs, runs.reversed()] {
            var journey = Journey()
            for run in order { journey.commit(Line.upload(Self.collected, [run])) }
            #expect(Self.workouts(journey.documents) == [1: false, 2: true])
            journey.commit(Line.upload(Self.collected, [], deleted: [2]))
            #expect(Self.workouts(journey.documents) == [1: true])
        }
    }

    @Test func `another activity, and less than half of the shorter, leave both primary`() {
        var journey = Journey()
        journey.commit(
            Line.upload(
                Self.collected,
                [
                    Self.workout(1, "05T10:00", "05T11:00", by: Self.app),
                    Self.workout(2, "05T10:00", "05T11:00", by: Self.watch, activity: 13),
                    Self.workout(3, "05T10:31", "05T11:31", by: Self.watch),
                ]
            )
        )
        #expect(Self.workouts(journey.documents) == [1: true, 2: true, 3: true])
    }

    @Test func `a better workout that moves away leaves the other primary, and takes that back when it returns`() {
        var journey = Journey()
        let runs = [
            Self.workout(1, "05T10:00", "05T11:00", by: Self.app),
            Self.workout(2, "05T10:00", "05T11:00", by: Self.phone),
        ]
        journey.commit(Line.upload(Self.collected, runs))
        #expect(Self.workouts(journey.documents) == [1: false, 2: true])
        let moved = Self.workout(2, "06T10:00", "06T11:00", by: Self.phone, version: 1)
        journey.commit(Line.upload(Self.collected, [moved]))
        #expect(Self.workouts(journey.documents) == [1: true, 2: true])
        let back = Self.workout(2, "05T10:29", "05T11:29", by: Self.phone, version: 2)
        journey.commit(Line.upload(Self.collected, [back]))
        #expect(Self.workouts(journey.documents) == [1: false, 2: true])
    }

    /// A workout of a chain over days: each is a minute shorter than the one before, and shares more than half with it.
    private static func link(_ place: Int) -> String {
        // 2024-01-05T00:00Z, and every five hours.
        let start = 726_105_600 + place * 18_000
        return """
            {"id":"\(Line.id(100 + place))","type":"HKWorkoutTypeIdentifier","start_date":\(start),\
            "end_date":\(start + 43_200 - place * 60),"workout_activity_type":37,\
            "source":{"name":"\(place % 2 == 0 ? "A" : "B")"}}
            """
    }

    @Test func `a change at the head of a chain is followed to its end, days after it`() {
        let chain = (0..<40).map(Self.link)
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, chain))
        let before = journey.documents
        #expect(Self.workouts(before).allSatisfy { $0.value == ($0.key % 2 == 0) })
        journey.commit(Line.upload(Self.collected, [Self.link(-1)]))
        #expect(Self.workouts(journey.documents).count == 41)
        #expect(Self.workouts(journey.documents).allSatisfy { $0.value == ($0.key % 2 == 1) })
        journey.commit(Line.upload(Self.collected, [], deleted: [99]))
        #expect(journey.documents == before)
    }

    @Test(arguments: [(["Watch", "iPhone"], 2), (["Watch", "user-entered"], 2), (["user-entered", "Watch"], 1)])
    func `a workout entered by hand is the worse one, unless the source priority says otherwise`(
        priority: [String],
        primary: Int
    ) {
        var rules = Rules()
        rules.sourcePriority = priority
        var journey = Journey(rules)
        let byHand = Line.Origin(source: "App", isUserEntered: true)
        let runs = [
            Self.workout(1, "05T10:00", "05T11:00", by: byHand),
            Self.workout(2, "05T10:00", "05T11:00", by: Self.watch),
        ]
        journey.commit(Line.upload(Self.collected, runs))
        #expect(Self.workouts(journey.documents) == [1: primary == 1, 2: primary == 2])
    }

    @Test func `another source priority makes other workouts primary`() {
        var journey = PartitionJourney()
        journey.upload(
            [
                Self.workout(1, "05T23:30", "06T00:30", by: Self.phone),
                Self.workout(2, "06T00:00", "06T01:00", by: Self.watch),
            ]
        )
        func workouts(_ journey: borrowing PartitionJourney) -> [Int: Bool] {
            Self.workouts(
                Dictionary(
                    journey.live.map { (String($0.split(separator: " ")[1]), String(decoding: $1, as: UTF8.self)) }
                ) { $1 }
            )
        }
        #expect(workouts(journey) == [1: false, 2: true])
        journey.change(PartitionJourney.rules { $0.sourcePriority = ["iPhone", "Watch"] })
        _ = journey.rederiveAll()
        #expect(workouts(journey) == [1: true, 2: false])
    }

    @Test func `once the better one has frozen, a workout is primary when workouts next change`() {
        var rules = Rules()
        rules.stateRetentionSeconds = 10 * 86_400
        var journey = Journey(rules)
        let runs = [
            Self.workout(1, "01T23:30", "02T01:30", by: Self.watch),
            Self.workout(2, "02T00:10", "02T01:20", by: Self.app),
        ]
        journey.commit(Line.upload("2024-01-03T00:00:00Z", runs))
        #expect(Self.workouts(journey.documents) == [1: true, 2: false])
        let steps = Line.steps(3, "2024-01-12T10:00Z", "2024-01-12T11:00Z", 1)
        journey.commit(Line.upload("2024-01-12T12:00:00Z", [steps]))
        let rate = Line.rate(4, "2024-01-02T00:30Z", "66", more: ",\"workout_id\":\"\(Line.id(2))\"")
        journey.commit(Line.upload("2024-01-12T12:00:00Z", [rate]))
        #expect(journey.documents["workouts/\(Line.id(2))"]?.contains(Line.id(4)) == true)
        #expect(Self.workouts(journey.documents) == [1: true, 2: false])
        let other = Self.workout(5, "11T10:00", "11T11:00", by: Self.app)
        journey.commit(Line.upload("2024-01-12T13:00:00Z", [other]))
        #expect(Self.workouts(journey.documents) == [1: true, 2: true, 5: true])
    }

    /// The uploads that the last records of workouts name, by the workout's number.
    private static func causes(_ journey: borrowing Journey) -> [Int: String] {
        var causes: [Int: String] = [:]
        for record in journey.records where record.key?.starts(with: "workouts/".utf8) ?? false {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            let number = Int(String(decoding: record.key?.suffix(12) ?? [], as: UTF8.self)) ?? 0
            causes[number] = String(decoding: upload, as: UTF8.self)
        }
        return causes
    }

    @Test func `a workout names the upload whose workout is better, not another of the commit`() {
        var journey = Journey()
        let runs = [
            Self.workout(1, "05T10:00", "05T11:00", by: Self.app),
            Self.workout(11, "05T15:00", "05T16:00", by: Self.app),
        ]
        journey.commit(Line.upload(Self.collected, runs, id: 900))
        journey.commit(
            Line.upload(Self.collected, [Self.workout(2, "05T10:00", "05T11:00", by: Self.watch)], id: 901),
            Line.upload(Self.collected, [Self.workout(12, "05T15:00", "05T16:00", by: Self.watch)], id: 902)
        )
        #expect(Self.workouts(journey.documents) == [1: false, 2: true, 11: false, 12: true])
        #expect(Self.causes(journey) == [1: Line.id(901), 2: Line.id(901), 11: Line.id(902), 12: Line.id(902)])
    }

    @Test func `what an upload of the commit undoes names nobody`() {
        var journey = Journey()
        let runs = [Self.workout(1, "05T10:00", "05T11:00", by: Self.app)]
        journey.commit(Line.upload(Self.collected, runs, id: 900))
        // The second takes from the first what the third gives back.
        journey.commit(
            Line.upload(Self.collected, [Self.workout(2, "05T10:20", "05T11:20", by: Self.phone)], id: 901),
            Line.upload(Self.collected, [Self.workout(3, "05T10:50", "05T12:00", by: Self.watch)], id: 902)
        )
        #expect(Self.workouts(journey.documents) == [1: true, 2: false, 3: true])
        #expect(Self.causes(journey) == [1: Line.id(900), 2: Line.id(902), 3: Line.id(902)])
    }
}
