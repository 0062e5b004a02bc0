import Health
import Testing

@Suite struct ZoneContractTests {
    private static func sample(_ number: Int, _ type: String, _ start: String, _ end: String, _ more: String) -> String
    {
        Line.sample(number, "HKQuantityTypeIdentifier" + type, start, end, more)
    }

    @Test func `a sample counts in what it covers on a day that it is not on itself`() {
        let zone = #""metadata":{"HKTimeZone":"Asia/Tokyo"}"#
        var journey = Journey()
        // In Tokyo it is the second already.
        journey.commit(
            Line.upload(
                "2024-01-01T20:00:00Z",
                [
                    Self.sample(
                        1,
                        "AppleExerciseTime",
                        "2024-01-01T18:00Z",
                        "2024-01-01T19:00Z",
                        #""value":10,"unit":"min","source":{"name":"p","product_type":"iPhone1,1"},\#(zone)"#
                    ),
                    // A zone that the connection has from the start.
                    Self.sample(
                        2,
                        "RunningPower",
                        "2024-01-01T01:00Z",
                        "2024-01-01T01:00Z",
                        #""value":1,"unit":"W""#
                    ),
                ]
            )
        )
        let before = journey.documents["activitiesSummary/2024-01-02"]
        #expect(before?.contains(#""quantity":10,"#) == true)
        // In UTC it is the first, for both; the second of them covers what the phone saw.
        let watch = #""source":{"name":"w","product_type":"Watch6,9"}"#
        journey.commit(
            Line.upload(
                "2024-01-01T20:00:00Z",
                [
                    Self.sample(
                        3,
                        "RunningPower",
                        "2024-01-01T17:00Z",
                        "2024-01-01T17:00Z",
                        #""value":2,"unit":"W",\#(watch)"#
                    ),
                    Self.sample(
                        4,
                        "AppleExerciseTime",
                        "2024-01-01T18:00Z",
                        "2024-01-01T19:00Z",
                        #""value":5,"unit":"min",\#(watch)"#
                    ),
                ]
            )
        )
        let after = journey.documents["activitiesSummary/2024-01-02"]
        #expect(after?.contains(#""quantity":0,"#) == true)
    }
}
