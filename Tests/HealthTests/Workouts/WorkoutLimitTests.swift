import Testing
import Vocabulary

/// Samples belong to workouts by their time only while few workouts of their source go on at once.
@Suite struct WorkoutLimitTests {
    private static func workout(_ number: Int, _ minutes: ClosedRange<Int>) -> String {
        let more = #""workout_activity_type":37,"source":{"name":"Watch"}"#
        return Line.sample(number, "HKWorkoutTypeIdentifier", time(minutes.lowerBound), time(minutes.upperBound), more)
    }

    private static func steps(_ number: Int, _ minutes: ClosedRange<Int>) -> String {
        let more = #""value":7,"unit":"count","source":{"name":"Watch"}"#
        let type = "HKQuantityTypeIdentifierStepCount"
        return Line.sample(number, type, time(minutes.lowerBound), time(minutes.upperBound), more)
    }

    private static func time(_ minute: Int) -> String {
        "2024-01-05T\(10 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)Z"
    }

    /// The numbers of the workouts that show a sample.
    private static func workouts(showing sample: Int, _ journey: borrowing Journey) -> Set<Int> {
        let showing = journey.documents.filter { $0.key.hasPrefix("workouts/") && $0.value.contains(Line.id(sample)) }
        return Set(showing.keys.compactMap { Int($0.suffix(12)) })
    }

    @Test
    func `where a ninth workout goes on none takes what begins, and its neighbours follow when it comes and goes`() {
        var journey = Journey()
        let eight = (1...8).map { Self.workout($0, 0...60) }
        // The first begins before the ninth does, the second while it goes on, the third after it.
        let samples = [Self.steps(101, 5...40), Self.steps(102, 20...21), Self.steps(103, 45...46)]
        journey.commit(Line.upload("2024-01-06T00:00:00Z", eight + samples))
        for sample in 101...103 { #expect(Self.workouts(showing: sample, journey) == Set(1...8)) }
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [Self.workout(9, 15...45)]))
        #expect(Self.workouts(showing: 101, journey) == Set(1...8))
        #expect(Self.workouts(showing: 102, journey) == [])
        #expect(Self.workouts(showing: 103, journey) == Set(1...8))
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [], deleted: [9]))
        for sample in 101...103 { #expect(Self.workouts(showing: sample, journey) == Set(1...8)) }
    }

    @Test func `a workout that goes away from a limit names its upload as the cause`() throws {
        var journey = Journey()
        let nine = (1...9).map { Self.workout($0, 0...60) }
        journey.commit(Line.upload("2024-01-06T00:00:00Z", nine + [Self.steps(101, 20...21)]))
        let count = journey.records.count
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [], deleted: [9], id: 901))
        let changed = journey.records[count...].filter { $0.kind == .document }
        #expect(changed.count == 9)
        for record in changed {
            let upload = try #require(record.headers.first { $0.name == "fork-upload" }).value
            #expect(String(decoding: upload, as: UTF8.self) == Line.id(901))
        }
    }

    /// How a workout of a limit at the beginning of a sample can become one of those where others begin.
    enum Move: CaseIterable {
        /// It is deleted, and another comes.
        case anotherComes
        /// Its later version has other bounds.
        case boundsChange
        /// The other comes in a later commit.
        case commitAfterCommit
    }

    @Test(arguments: Move.allCases)
    func `a sample crosses from some workouts to others when one between them moves`(move: Move) {
        let (early, late) = (Set(1...8), Set(11...18))
        let workouts = early.map { Self.workout($0, 0...25) } + late.map { Self.workout($0, 30...60) }
        // It goes on while the early ones do and while the late ones do.
        let sample = Self.steps(101, 5...50)
        let other = Self.workout(10, 30...40)
        let moved = Self.workout(9, 30...40).replacing(
            #""workout_activity_type":37,"#,
            with: #""workout_activity_type":37,"version":1,"#
        )
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", workouts + [Self.workout(9, 0...25), sample]))
        #expect(Self.workouts(showing: 101, journey) == late)
        switch move {
        case .anotherComes: journey.commit(Line.upload("2024-01-06T00:00:00Z", [other], deleted: [9]))
        case .boundsChange: journey.commit(Line.upload("2024-01-06T00:00:00Z", [moved]))
        case .commitAfterCommit:
            journey.commit(Line.upload("2024-01-06T00:00:00Z", [], deleted: [9]))
            #expect(Self.workouts(showing: 101, journey) == early.union(late))
            journey.commit(Line.upload("2024-01-06T00:00:00Z", [other]))
        }
        #expect(Self.workouts(showing: 101, journey) == early)
        // What is there now is what the same samples make at once.
        var atOnce = Journey()
        let last = move == .boundsChange ? moved : other
        atOnce.commit(Line.upload("2024-01-06T00:00:00Z", [last, sample] + workouts))
        #expect(journey.documents == atOnce.documents)
    }

    @Test func `what workouts that overlap come to grows with the upload, not with its square`() {
        var journey = Journey()
        let workouts = (1...150).map { Self.workout($0, 0...60) }
        let samples = (1...150).map { Self.steps(1_000 + $0, 10...11) }
        let upload = Line.upload("2024-01-06T00:00:00Z", workouts + samples)
        journey.commit(upload)
        let bytes = journey.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(bytes < 8 * upload.utf8.count)
    }

    @Test func `activities take no samples either where more than eight go on`() throws {
        for (count, isTaken) in [(8, true), (9, false)] {
            var journey = Journey()
            let activities = (1...count).map { number in
                #"{"id":"\#(Line.id(500 + number))","start_date":"\#(Self.time(0))","end_date":"\#(Self.time(30))"}"#
            }
            let more = #""workout_activity_type":37,"activities":[\#(activities.joined(separator: ","))],"#
            let workout = Self.workout(1, 0...60).replacing(#""workout_activity_type":37,"#, with: more)
            journey.commit(Line.upload("2024-01-06T00:00:00Z", [workout, Self.steps(101, 20...21)]))
            let document = try Tree(json: Array(journey.documents["workouts/\(Line.id(1))"]?.utf8 ?? "".utf8))
            let nested = document["data"]?.list.first?["nested_data"]
            let activity = nested?["workoutActivity_\(Line.id(501))"]?.list.first
            #expect((activity?["data"] != nil) == isTaken)
            #expect(nested?["samples"] != nil)
        }
    }
}
