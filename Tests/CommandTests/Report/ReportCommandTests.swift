import Foundation
import Testing

/// A report of a file, from the uploads to the table.
struct ReportCommandTests {
    private static let lines = [
        ("2024-04-15T10:00:00Z", 4000), ("2024-04-16T10:00:00Z", 6000), ("2024-04-22T10:00:00Z", 500),
    ]

    /// What `transform --final` makes of some days of steps, a run and a walk, and motion.
    private static func documents() throws -> Data {
        var samples = lines.enumerated().map { index, line in
            """
            {"id":"00000000-0000-4000-8000-00000000000\(index)","type":"HKQuantityTypeIdentifierStepCount",\
            "start_date":"\(line.0)","value":\(line.1),"unit":"count"}
            """
        }
        samples += [("A", "10:30", "Running"), ("B", "12:00", "Walking")].map { id, time, activity in
            """
            {"id":"00000000-0000-4000-8000-00000000000\(id)","type":"HKWorkoutTypeIdentifier","start_date":\
            "2024-04-16T\(time):00Z","end_date":"2024-04-16T13:00:00Z","workout_activity_type":\
            "HKWorkoutActivityType\(activity)","duration":1800}
            """
        }
        samples += [("C", "08:00", "walking"), ("D", "08:31", "unknown")].map { id, time, activity in
            """
            {"id":"00000000-0000-4000-8000-00000000000\(id)","type":"CMMotionActivity","start_date":\
            "2024-04-16T\(time):00Z","activities":["\(activity)"]}
            """
        }
        let upload = """
            {"upload_id":"00000000-0000-4000-8000-000000000009","connection_id":"me",\
            "collected_at":"2024-04-23T00:00:00Z","samples":[\(samples.joined(separator: ","))]}
            """
        return try Command.run(["transform", "--final"], input: Data(upload.utf8)).output
    }

    @Test func `a report adds documents up by week, one line of JSON each`() throws {
        let arguments = ["report", "me", "--documents", "-", "--by", "week", "--json"]
        let ending = try Command.run(arguments, input: try Self.documents())
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = ending.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 2)
        let first = """
            {"from":"2024-04-15","to":"2024-04-22","totals":{"HKQuantityTypeIdentifierStepCount":{"value":10000,\
            "unit":"count"}},"averages":{},"motion":{"walking":31},"sleep":{"nights":0},"workouts":{"Running":\
            {"count":1,"duration":1800},"Walking":{"count":1,"duration":1800}}}
            """
        #expect(lines[0] == first)
        #expect(lines[1].contains("\"value\":500,"))
    }

    @Test func `without JSON it is a table with a curve for each figure`() throws {
        let arguments = ["report", "me", "--documents", "-"]
        let ending = try Command.run(arguments, input: try Self.documents())
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.text.contains("step count") && ending.text.contains("▆█▂"), "\(ending.text)")
        #expect(ending.text.contains("2024-04-16  6,000"), "\(ending.text)")
        #expect(ending.text.contains("motion: walking") && ending.text.contains("31 min"), "\(ending.text)")
    }

    @Test func `the preset has its eleven periods, newest first`() throws {
        let arguments = ["report", "me", "--documents", "-", "--preset", "c3pro", "--at", "2024-04-17", "--json"]
        let ending = try Command.run(arguments, input: try Self.documents())
        let lines = ending.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 11, "\(ending.errors)")
        let first = """
            {"from":"2024-04-16","to":"2024-04-17","totals":{"HKQuantityTypeIdentifierStepCount":{"value":6000,\
            "unit":"count"}},"averages":{},"motion":{"walking":31},"sleep":{},"workouts":{}}
            """
        #expect(lines[0] == first)
    }

    @Test func `documents of a file are chosen by the activity of a workout`() throws {
        let arguments = ["documents", "me", "--documents", "-", "--type", "workouts", "--activity", "running"]
        let ending = try Command.run(arguments, input: try Self.documents())
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.text.split(separator: "\n").count == 1 && ending.text.contains("\"name\":\"Running\""))
    }

    @Test func `a connection that the file does not have is an error that says so`() throws {
        let ending = try Command.run(["report", "you", "--documents", "-"], input: try Self.documents())
        #expect(ending.status == 1 && ending.text.isEmpty)
        #expect(ending.errors.contains("no connection you") && ending.errors.contains("contains no document of it"))
    }

    @Test func `a type that nobody knows is wrong usage`() throws {
        let ending = try Command.run(["report", "me", "--documents", "-", "--type", "Steps"])
        #expect(ending.status == 64 && ending.errors.contains("--type 'Steps': is neither an identifier of HealthKit"))
    }

    @Test func `a data type of documents stands for its sample types`() throws {
        func figures(_ type: String) throws -> String {
            let arguments = ["report", "me", "--documents", "-", "--json", "--type", type]
            return try Command.run(arguments, input: try Self.documents()).text
        }
        #expect(try figures("steps").contains("\"value\":6000,"))
        #expect(try figures("steps") == figures("HKQuantityTypeIdentifierStepCount"))
        #expect(try figures("motion") == figures("CMMotionActivity"))
    }
}
