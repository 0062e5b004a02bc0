import Foundation
import Health
import Testing

/// The figures of workouts.
struct ExplainWorkoutTests {
    private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    private static let rate = "HKQuantityTypeIdentifierHeartRate"
    private static let app = #""source":{"name":"App"}"#
    private static let watch = #""source":{"name":"Watch","product_type":"Watch6,9"}"#
    private static let phone = #""source":{"name":"Phone","product_type":"iPhone15,2"}"#

    private static func sample(_ number: Int, _ type: String, _ minutes: (Int, Int), _ more: String) -> String {
        Line.sample(number, type, "2024-04-16T10:\(minutes.0):00Z", "2024-04-16T10:\(minutes.1):00Z", more)
    }

    private static func explanation(_ workout: String, _ samples: [String]) throws -> Explanation {
        let workout = sample(1, "HKWorkoutTypeIdentifier", (10, 40), #""workout_activity_type":37,\#(app)\#(workout)"#)
        let upload = Line.upload("2024-04-17T08:00:00Z", [workout] + samples)
        return try Explained.explanation("workouts/\(Line.id(1))", [upload])
    }

    @Test func `a workout borrows the samples of the best source`() throws {
        let samples = [
            Self.sample(2, Self.rate, (20, 20), #""value":100,"unit":"count/min",\#(Self.watch)"#),
            Self.sample(3, Self.rate, (21, 21), #""value":90,"unit":"count/min",\#(Self.phone)"#),
        ]
        let explanation = try Self.explanation("", samples)
        let list = try explanation.figure("/data/0/nested_data/samples/0/data/\(Self.rate)")
        #expect(list.said == ["2 1.0 counts", "3 0.0 outside Watch"] && list.value("samples") == 1)
        let average = try explanation.figure("/data/0/data/\(Self.rate)")
        #expect(average.said == list.said && average.value("average") == 100)
        let workout = try explanation.figure("/data/0")
        #expect(workout.said == ["1 1.0 counts"] && workout.value("duration") == 1800)
    }

    @Test func `with statistics the workout counts, and its samples are shown only`() throws {
        let statistics = #","statistics":{"\#(Self.energy)":{"sum":300,"unit":"kcal"}}"#
        let named = #""value":50,"unit":"kcal","workout_id":"\#(Line.id(1))",\#(Self.app)"#
        let explanation = try Self.explanation(statistics, [Self.sample(2, Self.energy, (20, 30), named)])
        let sum = try explanation.figure("/data/0/data/\(Self.energy)")
        #expect(sum.said == ["1 1.0 counts", "2 0.0 statistics 1"])
        #expect(sum.samples[0].value == 300 && sum.value("sum") == 300)
        let list = try explanation.figure("/data/0/nested_data/samples/0/data/\(Self.energy)")
        #expect(list.said == ["2 1.0 counts"])
    }

    @Test func `a sample of another workout is outside`() throws {
        let other = Self.sample(5, "HKWorkoutTypeIdentifier", (41, 50), #""workout_activity_type":37,\#(Self.app)"#)
        func burned(_ number: Int, _ minutes: (Int, Int), _ value: Int, in workout: Int) -> String {
            let named = #""workout_id":"\#(Line.id(workout))",\#(Self.app)"#
            return Self.sample(number, Self.energy, minutes, #""value":\#(value),"unit":"kcal",\#(named)"#)
        }
        let samples = [
            other, Self.sample(2, Self.energy, (20, 30), #""value":50,"unit":"kcal",\#(Self.app)"#),
            burned(3, (30, 50), 20, in: 1), burned(4, (31, 32), 9, in: 5),
        ]
        let sum = try Self.explanation("", samples).figure("/data/0/data/\(Self.energy)")
        #expect(sum.said == ["2 1.0 counts", "3 0.5 counts", "4 0.0 outside workouts/5"] && sum.value("sum") == 60)
    }

    @Test func `an activity has the samples inside it`() throws {
        let bounds = #""start_date":"2024-04-16T10:10:00Z","end_date":"2024-04-16T10:20:00Z""#
        let activity = #","activities":[{"id":"\#(Line.id(7))",\#(bounds)}]"#
        let samples = [Self.sample(2, Self.energy, (15, 25), #""value":50,"unit":"kcal",\#(Self.app)"#)]
        let explanation = try Self.explanation(activity, samples)
        let inside = try explanation.figure("/data/0/nested_data/workoutActivity_\(Line.id(7))/0/data/\(Self.energy)")
        #expect(inside.said == ["2 0.5 counts"] && inside.value("sum") == 25)
        #expect(try explanation.figure("/data/0/data/\(Self.energy)").value("sum") == 50)
    }
}
