import Health
import Store
import Testing
import Vocabulary

/// The directory of workouts: found by day and by id, whatever moves, and read where it is needed only.
struct WorkoutDirectoryTests {
    private static let day = 86_400.0
    private static let start = 8400 * day

    private static func workout(_ number: Int, _ start: Double, _ end: Double, version: Int = 1) -> String {
        """
        {"id":"\(Line.id(number))","type":"HKWorkoutTypeIdentifier","start_date":\(start),"end_date":\(end),\
        "version":\(version),"workout_activity_type":37,"source":{"name":"Watch"}}
        """
    }

    private static func steps(_ number: Int, _ start: Double, _ end: Double) -> String {
        """
        {"id":"\(Line.id(number))","type":"HKQuantityTypeIdentifierStepCount","start_date":\(start),"end_date":\(end),\
        "value":7,"unit":"count","source":{"name":"Watch"}}
        """
    }

    private static func upload(_ samples: [String], deleted: [Int] = []) -> String {
        let deletions = deleted.map { "{\"id\":\"\(Line.id($0))\"}" }.joined(separator: ",")
        return """
            {"upload_id":"\(Line.id(999))","connection_id":"c","collected_at":\(start + 10 * day),\
            "samples":[\(samples.joined(separator: ","))],"deleted":[\(deletions)]}
            """
    }

    /// The workouts that show a sample.
    private static func showing(_ sample: Int, _ journey: borrowing Journey) -> Set<Int> {
        let showing = journey.documents.filter { $0.key.hasPrefix("workouts/") && $0.value.contains(Line.id(sample)) }
        return Set(showing.keys.compactMap { Int($0.suffix(12)) })
    }

    @Test func `a sample finds workouts of the day before, of its last day and long ones`() {
        let midnight = Self.start + Self.day
        // Each is more than a fourth as long as the sample.
        let workouts = [
            Self.workout(1, midnight - 20_000, midnight + 3600),
            Self.workout(2, midnight - 2 * Self.day, midnight + 2 * Self.day),
            Self.workout(3, midnight + Self.day + 60, midnight + Self.day + 22_000),
            Self.workout(4, midnight - 26_000, midnight - 3600),
            Self.workout(5, midnight + Self.day + 900, midnight + Self.day + 23_000),
        ]
        // From half past midnight until after the next.
        let sample = Self.steps(11, midnight + 1800, midnight + Self.day + 600)
        var after = Journey()
        after.commit(Self.upload(workouts))
        after.commit(Self.upload([sample]))
        #expect(Self.showing(11, after) == [1, 2, 3])
        var before = Journey()
        before.commit(Self.upload([sample]))
        before.commit(Self.upload(workouts))
        #expect(before.documents == after.documents)
    }

    @Test func `a workout that moves to another day is no longer where it was`() {
        var journey = Journey()
        journey.commit(Self.upload([Self.workout(1, Self.start, Self.start + 3600)]))
        let later = Self.start + 3 * Self.day
        journey.commit(Self.upload([Self.workout(1, later, later + 3600, version: 2)]))
        journey.commit(
            Self.upload([Self.steps(11, Self.start + 60, Self.start + 120), Self.steps(12, later + 60, later + 120)])
        )
        #expect(Self.showing(11, journey).isEmpty)
        #expect(Self.showing(12, journey) == [1])
        // To one that is longer than a day, and back.
        journey.commit(Self.upload([Self.workout(1, later, later + 3 * Self.day, version: 3)]))
        journey.commit(Self.upload([Self.steps(13, later + 2 * Self.day, later + 2 * Self.day + 60)]))
        #expect(Self.showing(13, journey) == [1])
        journey.commit(Self.upload([Self.workout(1, Self.start, Self.start + 3600, version: 4)]))
        #expect(Self.showing(11, journey) == [1])
        #expect(Self.showing(12, journey).isEmpty && Self.showing(13, journey).isEmpty)
    }

    @Test func `a workout that is deleted takes nothing, nor comes again`() {
        var journey = Journey()
        journey.commit(Self.upload([Self.workout(1, Self.start, Self.start + 3600)]))
        journey.commit(Self.upload([], deleted: [1]))
        journey.commit(
            Self.upload([
                Self.steps(11, Self.start + 60, Self.start + 120), Self.workout(1, Self.start, Self.start + 9),
            ])
        )
        #expect(Self.showing(11, journey).isEmpty)
        #expect(journey.documents.keys.filter { $0.hasPrefix("workouts/") }.isEmpty)
    }

    @Test func `a list that has lost a workout is not taken for none`() throws {
        var loop = CommitLoop()
        let connection = try #require(ConnectionID(Array("c".utf8)))
        _ = loop.commit(Self.upload([Self.workout(1, Self.start, Self.start + 3600)]))
        let list = StateKey(.workouts, day: 8400)
        #expect(loop.state.value(at: list, of: connection) != nil)
        loop.state.apply([StateChange(connection: connection, stateKey: list, value: nil, heldBytes: nil)])
        let unreadable = loop.commit(Self.upload([], deleted: [1])).outcome.unreadable
        #expect(unreadable?.format == .workouts)
    }

    @Test func `workouts of the evening before count among those that are too many`() {
        let midnight = Self.start + Self.day
        let crowd = (1...9).map { Self.workout($0, midnight - 600 - Double($0), midnight + 3600) }
        var journey = Journey()
        journey.commit(Self.upload(crowd))
        journey.commit(Self.upload([Self.steps(11, midnight + 60, midnight + 120)]))
        #expect(Self.showing(11, journey).isEmpty)
        // Derived again, one by one and many at once, it is the same.
        journey.commit(Self.upload([Self.workout(1, midnight - 601, midnight + 3600, version: 2)]))
        #expect(Self.showing(11, journey).isEmpty)
        journey.commit(Self.upload((1...9).map { Self.workout($0, midnight - 600, midnight + 3600, version: 3) }))
        #expect(Self.showing(11, journey).isEmpty)
        journey.commit(Self.upload([], deleted: [1]))
        #expect(Self.showing(11, journey) == Set(2...9))
    }

    @Test func `workouts that are too many on the second day of another are so for it too`() {
        let midnight = Self.start + Self.day
        let crowd = (2...9).map { Self.workout($0, midnight + 60, midnight + 7200) }
        var journey = Journey()
        let other = Self.workout(1, midnight - 3600, midnight + 7200)
        journey.commit(Self.upload(crowd + [other, Self.steps(11, midnight + 600, midnight + 660)]))
        #expect(Self.showing(11, journey).isEmpty)
        // The other one alone, by what comes on its first day.
        journey.commit(Self.upload([Self.steps(12, midnight - 1800, midnight - 1740)]))
        #expect(Self.showing(12, journey) == [1])
        #expect(Self.showing(11, journey).isEmpty)
        journey.commit(Self.upload([], deleted: [9]))
        #expect(Self.showing(11, journey) == Set(1...8))
    }

    @Test func `a sample reads the workouts of two days, however many there are`() throws {
        var loop = CommitLoop()
        let workouts = (0..<400).map { number in
            let at = Self.start - Double(number / 2) * Self.day + Double(number % 2) * 7200
            return Self.workout(number, at, at + 1800)
        }
        loop.add(line: Array(Self.upload(workouts).utf8))
        loop.commit()
        let reads = CountedReads(of: loop.state)
        var second = CommitLoop(Processor(rules: Rules(), zones: ZoneTable { _ in nil }), over: reads)
        let later = Self.start + 3 * Self.day
        second.add(line: Array(Self.upload([Self.steps(5000, later, later)]).utf8))
        let outcome = second.commit { _, _ in }
        #expect(outcome.accounting.new == 1)
        #expect(reads.count < 16)
        #expect(reads.scanned < 16)
    }
}
