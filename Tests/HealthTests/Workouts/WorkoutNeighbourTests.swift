import Testing
import Vocabulary

/// What workouts show when others of their source come or go: the same as when all had come at once.
@Suite struct WorkoutNeighbourTests {
    private static let collected = "2024-01-07T00:00:00Z"

    private static func workout(_ number: Int, _ minutes: ClosedRange<Int>) -> String {
        let more = #""workout_activity_type":37,"source":{"name":"Watch"}"#
        return Line.sample(number, "HKWorkoutTypeIdentifier", time(minutes.lowerBound), time(minutes.upperBound), more)
    }

    private static func steps(_ number: Int, _ minutes: ClosedRange<Int>, naming workout: Int? = nil) -> String {
        let name = workout.map { #","workout_id":"\#(Line.id($0))""# } ?? ""
        let more = #""value":7,"unit":"count","source":{"name":"Watch"}"# + name
        let type = "HKQuantityTypeIdentifierStepCount"
        return Line.sample(number, type, time(minutes.lowerBound), time(minutes.upperBound), more)
    }

    /// Minutes after ten o'clock.
    private static func time(_ minute: Int) -> String {
        let (day, ofDay) = (5 + (600 + minute) / 1440, (600 + minute) % 1440)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "2024-01-0\(day)T\(padded(ofDay / 60)):\(padded(ofDay % 60))Z"
    }

    /// The numbers of the workouts that show a sample.
    private static func workouts(showing sample: Int, _ journey: borrowing Journey) -> Set<Int> {
        let showing = journey.documents.filter { $0.key.hasPrefix("workouts/") && $0.value.contains(Line.id(sample)) }
        return Set(showing.keys.compactMap { Int($0.suffix(12)) })
    }

    /// Workouts that are there, and others that come and go.
    struct Scene: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let there: [ClosedRange<Int>]
        let others: [ClosedRange<Int>]
    }

    private static func many(_ count: Int, _ minutes: ClosedRange<Int>) -> [ClosedRange<Int>] {
        [ClosedRange<Int>](repeating: minutes, count: count)
    }

    private static let scenes: [Scene] = [
        Scene(testDescription: "one that lasts longer", there: many(8, 10...40), others: [0...60]),
        Scene(testDescription: "one of a moment", there: many(8, 0...60), others: [20...20]),
        Scene(testDescription: "one that begins where some end", there: many(8, 0...30), others: [30...60]),
        Scene(
            testDescription: "two, one within the other",
            there: many(7, 0...60) + [35...60],
            others: [10...50, 20...30]
        ),
        Scene(testDescription: "two that touch", there: many(8, 0...60), others: [10...20, 20...30]),
        Scene(
            testDescription: "one over another's end and the next one's start",
            there: many(7, 0...60) + [0...30, 30...60],
            others: [10...50]
        ),
        Scene(
            testDescription: "one in each of two crowds",
            there: many(8, 0...25) + many(8, 30...60),
            others: [0...9, 50...55]
        ),
        Scene(testDescription: "nine at once, of nothing", there: [], others: many(9, 0...30)),
        Scene(testDescription: "nine moments", there: [0...60], others: many(9, 20...20)),
    ]

    @Test(arguments: scenes)
    func `workouts that come and go leave of their neighbours what the rest makes at once`(scene: Scene) {
        let there = scene.there.enumerated().map { Self.workout(1 + $0, $1) }
        let others = scene.others.enumerated().map { Self.workout(51 + $0, $1) }
        let samples = (0..<32).map { Self.steps(100 + $0, $0 * 2...$0 * 2 + 1) } + [Self.steps(200, 5...50)]
        var withoutOthers = Journey()
        withoutOthers.commit(Line.upload(Self.collected, samples + there))
        var atOnce = Journey()
        atOnce.commit(Line.upload(Self.collected, others + samples + there))
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, there + samples))
        journey.commit(Line.upload(Self.collected, others))
        #expect(journey.documents == atOnce.documents)
        journey.commit(Line.upload(Self.collected, [], deleted: Array(51..<51 + others.count)))
        #expect(journey.documents == withoutOthers.documents)
    }

    @Test func `a workout of a moment counts at that moment`() {
        var journey = Journey()
        let workouts = (1...8).map { Self.workout($0, 0...60) } + [Self.workout(9, 20...20)]
        let samples = [Self.steps(101, 20...21), Self.steps(102, 21...22)]
        journey.commit(Line.upload(Self.collected, workouts + samples))
        #expect(Self.workouts(showing: 101, journey) == [])
        #expect(Self.workouts(showing: 102, journey) == Set(1...8))
    }

    @Test func `a workout that is looked at alone takes what it took among many`() {
        // The first begins before the eight others do, the last after they end.
        let workouts =
            [Self.workout(1, 0...120)] + (2...9).map { Self.workout($0, 10...60) } + [Self.workout(10, 90...119)]
        var journey = Journey()
        let samples = [Self.steps(101, 20...21), Self.steps(102, 55...100)]
        journey.commit(Line.upload(Self.collected, workouts + samples))
        #expect(Self.workouts(showing: 101, journey) == [] && Self.workouts(showing: 102, journey) == [10])
        journey.commit(Line.upload(Self.collected, [Self.steps(103, 5...6), Self.steps(104, 91...92)]))
        #expect(Self.workouts(showing: 103, journey) == [1] && Self.workouts(showing: 104, journey) == [1, 10])
        #expect(Self.workouts(showing: 101, journey) == [] && Self.workouts(showing: 102, journey) == [10])
    }

    @Test(arguments: [8, 9])
    func `a sample of more than a day is taken by workouts of a quarter of its length, few or many`(count: Int) {
        var journey = Journey()
        let workouts =
            (1..<count).map { Self.workout($0, $0 * 10...$0 * 10 + 5) } + [Self.workout(count, 1_000...1_376)]
        journey.commit(
            Line.upload(Self.collected, workouts + [Self.steps(101, 0...1_504), Self.steps(102, 0...1_505)])
        )
        #expect(Self.workouts(showing: 101, journey) == [count] && Self.workouts(showing: 102, journey) == [])
    }

    /// The uploads that the last records of workouts name, by the workout's number.
    private static func causes(_ journey: borrowing Journey) -> [Int: String] {
        var causes: [Int: String] = [:]
        for record in journey.records where record.key?.starts(with: "workouts/".utf8) ?? false {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            causes[Int(String(decoding: record.key?.suffix(12) ?? [], as: UTF8.self)) ?? 0] = String(
                decoding: upload,
                as: UTF8.self
            )
        }
        return causes
    }

    @Test func `a workout names the upload that made its own neighbours too many, not another of the commit`() {
        var journey = Journey()
        let workouts = (1...8).map { Self.workout($0, 0...25) } + (11...18).map { Self.workout($0, 30...60) }
        let samples = [Self.steps(101, 5...6), Self.steps(102, 40...41)]
        journey.commit(Line.upload(Self.collected, workouts + samples, id: 900))
        journey.commit(
            Line.upload(Self.collected, [Self.workout(21, 0...9)], id: 901),
            Line.upload(Self.collected, [Self.workout(22, 35...45)], id: 902)
        )
        let causes = Self.causes(journey)
        for number in 1...8 { #expect(causes[number] == Line.id(901)) }
        for number in 11...18 { #expect(causes[number] == Line.id(902)) }
    }

    @Test func `a sample that nobody takes causes nothing`() {
        var journey = Journey()
        let workouts = (1...9).map { Self.workout($0, 10...60) } + [Self.workout(10, 0...30)]
        journey.commit(Line.upload(Self.collected, workouts, id: 900))
        journey.commit(
            Line.upload(Self.collected, [Self.steps(101, 5...6)], id: 901),
            // The one begins where too many go on; the other, before them, is there when they begin.
            Line.upload(Self.collected, [Self.steps(102, 20...21)], id: 902)
        )
        #expect(Self.causes(journey)[10] == Line.id(901))
        journey.commit(
            Line.upload(Self.collected, [Self.steps(103, 7...8, naming: 1)], id: 903),
            Line.upload(Self.collected, [Self.steps(104, 3...20)], id: 904)
        )
        let causes = Self.causes(journey)
        #expect(causes[10] == Line.id(904) && causes[1] == Line.id(903))
        for number in 2...9 { #expect(causes[number] == Line.id(900)) }
    }
}
