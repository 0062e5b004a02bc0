import Foundation
import Health
import Testing
import Vocabulary

/// What becomes of samples that no rule of documents hides: full days, closed connections, and long lists.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ExplainRefusalTests {
    private static let collected = "2024-04-17T08:00:00Z"
    private static let steps = "/data/0/data/steps"

    private static func steps(_ number: Int, _ minute: Int) -> String {
        let time = "2024-04-16T10:\(minute):00Z"
        return Line.steps(number, time, time, number)
    }

    @Test func `of a day that is full, the samples that came last are refused`() throws {
        var rules = Rules()
        rules.samplesPerDayMax = 2
        let uploads = [
            Line.upload(Self.collected, [Self.steps(3, 30), Self.steps(1, 10)], id: 901),
            Line.upload(Self.collected, [Self.steps(2, 20)], id: 902),
        ]
        let figure = try Explained.explanation("steps/2024-04-16", uploads, rules: rules).figure(Self.steps)
        #expect(figure.said == ["1 1.0 counts", "2 0.0 refused tooLarge", "3 1.0 counts"])
        #expect(figure.value("sum") == 4)
    }

    @Test func `a sample that was deleted before it came is told with the deletion`() throws {
        let uploads = [
            Line.upload(Self.collected, [Self.steps(1, 10)], deleted: [2], id: 901),
            Line.upload(Self.collected, [Self.steps(2, 20)], deleted: [2], id: 902),
        ]
        let figure = try Explained.explanation("steps/2024-04-16", uploads).figure(Self.steps)
        #expect(figure.said == ["1 1.0 counts", "2 0.0 deleted 901"])
    }

    @Test func `uploads of a closed connection are refused, and forgotten ones leave no trace`() throws {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let zones = ZoneTable(read: ZoneFiles.read)
        var explainer = Explainer("steps/2024-04-16", of: connection, rules: Rules(), zones: zones)
        func take(_ topic: RecordPlace.Topic, _ line: String, at milliseconds: Int64) {
            let place = RecordPlace(topic: topic, partition: 0, offset: 0, timestampMilliseconds: milliseconds)
            explainer.take(place, key: connection.bytes, value: Array(line.utf8))
        }
        let start: Int64 = 1_713_340_800_000
        let settings = #"{"connection_id":"c","closed":true,"forget":"2024-04-17T08:00:00.010Z"}"#
        take(.connections, settings, at: start + 30)
        repeat {
            take(.uploads, Line.upload(Self.collected, [Self.steps(1, 10)], id: 901), at: start)
            take(.uploads, Line.upload(Self.collected, [Self.steps(2, 20)], id: 902), at: start + 20)
            take(.uploads, Line.upload(Self.collected, [Self.steps(3, 30)], id: 903), at: start + 40)
        } while explainer.endReading()
        let found = explainer.explanation
        let figure = try #require(found).figure(Self.steps)
        #expect(figure.said == ["2 1.0 counts", "3 0.0 refused connectionIsClosed"])
    }

    @Test func `the first thousand samples are listed, and all are counted`() throws {
        let samples = (1...1_500).map { number in
            let time = "2024-04-16T\(10 + number / 3_600):\(10 + number / 60 % 60 % 50):\(10 + number % 50)Z"
            let more = #""value":60,"unit":"count/min""#
            return Line.sample(number, "HKQuantityTypeIdentifierHeartRate", time, time, more)
        }
        let upload = Line.upload(Self.collected, samples)
        let summary = try Explained.explanation("activitiesSummary/2024-04-16", [upload])
        let rates = try summary.figure("/data/0/data/HKQuantityTypeIdentifierHeartRate")
        #expect(rates.samples.count == 1_000 && rates.reasons.reduce(0) { $0 + $1.count } == 1_500)
        #expect(zip(rates.samples, rates.samples.dropFirst()).allSatisfy { $0.start <= $1.start })
    }

    @Test func `of a characteristic only the newest sample counts`() throws {
        func type(_ number: Int, _ day: Int, _ value: Int) -> String {
            let time = "2024-04-\(day)T10:00:00Z"
            return Line.sample(number, "HKCharacteristicTypeIdentifierBloodType", time, time, #""value":\#(value)"#)
        }
        let upload = Line.upload(Self.collected, [type(1, 10, 1), type(2, 12, 3)])
        let explanation = try Explained.explanation("characteristic", [upload])
        let figure = try explanation.figure("/data/0/nested_data/HKCharacteristicTypeIdentifierBloodType")
        #expect(figure.said == ["1 0.0 newerVersion 2", "2 1.0 counts"] && figure.value("samples") == 1)
    }

    @Test func `a workout that an app wrote again is a twin of the one that counts`() throws {
        func run(_ number: Int) -> String {
            let more = #""workout_activity_type":37,"metadata":{"HKExternalUUID":"run-1"}"#
            return Line.sample(number, "HKWorkoutTypeIdentifier", "2024-04-16T10:00:00Z", "2024-04-16T10:30:00Z", more)
        }
        let uploads = [Line.upload(Self.collected, [run(2)]), Line.upload(Self.collected, [run(1)])]
        let figure = try Explained.explanation("workouts/\(Line.id(1))", uploads).figure("/data/0")
        #expect(figure.said == ["1 1.0 counts", "2 0.0 twin 1"])
        let hidden = try Explained.explainer("workouts/\(Line.id(2))", uploads.map { Array($0.utf8) })
        #expect(hidden.explanation == nil && hidden.twin == "workouts/\(Line.id(1))")
    }
}
