import Health
import Testing
import Vocabulary

struct ActiveSecondsTests {
    /// Events as type and start; an activity from 0 to 50 has its own.
    @Test(
        arguments: [
            ([], [], 100.0),
            ([(1, 10), (2, 30)], [], 80),
            ([(2, 30), (1, 10)], [], 80),
            ([(1, 90)], [], 90),
            ([(2, 30)], [], 100),
            ([(1, 10), (1, 20), (2, 30), (2, 40)], [], 80),
            ([(1, 10), (2, 20), (1, 15), (2, 40)], [], 90),
            ([(1, -50), (2, 10)], [], 90),
            ([(1, 10), (2, 500)], [], 10),
            ([(3, 10), (7, 20), (5, 1), (6, 2)], [], 100),
            // An open pause of an activity lasts to the activity's end.
            ([], [(1, 40)], 90),
            ([(1, 30), (2, 45)], [(1, 40), (2, 50)], 80),
            // Its resume does not end a pause of the workout.
            ([(1, 60)], [(2, 70)], 60),
        ] as [([(Int64, Double)], [(Int64, Double)], Double)]
    )
    func `pauses do not count`(own: [(Int64, Double)], inner: [(Int64, Double)], seconds: Double) throws {
        func events(_ list: [(Int64, Double)]) -> String {
            list.map { #"{"type":\#($0),"start_date":\#($1)}"# }.joined(separator: ",")
        }
        let activity = #"{"id":"00000000-0000-4000-8000-000000000001","start_date":0,"end_date":50,"events":["#
        let workout = try Samples.workout(
            #""events":[\#(events(own))],"activities":[\#(inner.isEmpty ? "" : activity + events(inner) + "]}")]"#
        )
        #expect(workout.activeSeconds(from: 0, to: 100) == seconds)
    }
}
