import Testing
import Vocabulary

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

    /// A sample's own zone, the zone of its metadata, and the day of 23:30 UTC.
    private static let zones: [(own: String, metadata: String, day: String, shown: String)] = [
        (#""Asia/Tokyo""#, "", "2024-01-02", "Asia/Tokyo"), (#""+02:00""#, "", "2024-01-02", "+02:00"),
        ("null", "", "2024-01-01", "UTC"), (#""Nowhere/There""#, "", "2024-01-01", "UTC"),
        (#""Asia/Tokyo""#, "America/New_York", "2024-01-01", "America/New_York"),
        (#""Asia/Tokyo""#, "Nowhere/There", "2024-01-02", "Asia/Tokyo"),
    ]

    @Test(.enabled(if: ZoneFiles.areInstalled), arguments: zones)
    func `a sample's own zone stands before the upload's and after that of its metadata`(
        own: String,
        metadata: String,
        day: String,
        shown: String
    ) {
        let more = metadata.isEmpty ? "" : #","metadata":{"HKTimeZone":"\#(metadata)"}"#
        let data = #""value":1,"unit":"W","time_zone":\#(own)\#(more)"#
        var journey = Journey()
        journey.commit(
            Line.upload(
                "2024-01-02T20:00:00Z",
                [Self.sample(1, "RunningPower", "2024-01-01T23:30Z", "2024-01-01T23:30Z", data)]
            )
        )
        #expect(journey.refusals == [])
        let document = journey.documents["activity/\(day)"]
        #expect(document?.contains(#""time_zone":"\#(shown)""#) == true)
        // A zone is no metadata.
        #expect(document?.replacing(#""time_zone":"\#(shown)""#, with: "").contains("time_zone") == false)
    }

    @Test func `a sample's own zone must be a text, of every kind of sample, and is none of its fields`() {
        let wrong = Self.sample(
            1,
            "RunningPower",
            "2024-01-01T23:30Z",
            "2024-01-01T23:30Z",
            #""value":1,"unit":"W","time_zone":2"#
        )
        let mind = Line.sample(
            2,
            "HKDataTypeStateOfMind",
            "2024-01-01T23:30Z",
            "2024-01-01T23:30Z",
            #""kind":1,"time_zone":"+02:00""#
        )
        var journey = Journey()
        journey.commit(Line.upload("2024-01-02T20:00:00Z", [wrong, mind]))
        #expect(journey.refusals == ["decodingError"])
        let document = journey.documents["stateOfMind/2024-01-02"]
        #expect(document?.contains(#""kind":["#) == true && document?.contains(#""time_zone":["#) == false)
    }

    @Test func `a clinical document in CDA is shown like a clinical record`() {
        let data = #""title":"t","patient_name":"p","author_name":"a","custodian_name":"c","document":"<x y=\"1\"/>""#
        var journey = Journey()
        journey.commit(
            Line.upload(
                "2024-01-02T20:00:00Z",
                [Line.sample(1, "HKDocumentTypeIdentifierCDA", "2024-01-01T23:30Z", "2024-01-01T23:30Z", data)]
            )
        )
        #expect(journey.refusals == [])
        let document = journey.documents["clinical/2024-01-01"]
        #expect(document?.contains(#""HKDocumentTypeIdentifierCDA":[{"#) == true)
        #expect(document?.contains(#""document":[{"#) == true && document?.contains(#"<x y=\"1\"/>"#) == true)
    }
}
