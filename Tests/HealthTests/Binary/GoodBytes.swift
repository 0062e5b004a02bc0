import Health
import Testing
import Vocabulary

/// Well-formed bytes of everything that the state holds, to be spoiled.
enum GoodBytes {
    static func all() throws -> [[UInt8]] {
        var samples = Samples()
        let origin = samples.origin("com.a", product: "Watch6,9")
        var extra = Extra()
        extra.count = 3
        extra.minimum = 1
        extra.workout = UUID128(hi: 1, lo: 1)
        extra.metadata = Array(#"{"a":{"quantity":0,"unit":"b"}}"#.utf8)[...]
        var segment = Segment()
        for index in 0..<5 {
            let start = Double(index) * 60 + 7e8
            segment.rows.append(
                try samples.sample(try Samples.type("StepCount"), start, start + 30, 5, from: origin, extra: extra)
            )
        }
        var summary = ConnectionSummary()
        summary.note(zone: "Europe/Vilnius")
        var published = PublishedDocuments()
        published[StateKey(.published, day: 1, stream: .heart, hour: 3)] = PublishedDocument(
            start: 1,
            end: 2,
            firstSampleDay: 3,
            hashes: [1, 2],
            forms: [PublishedForm("fhir", hashes: [3])]
        )
        var list = OriginList()
        return [
            segment.packed(samples.pool), segment.packed(samples.pool, naming: &list), list.packed(samples.pool),
            extra.packed, try workout().packed,
            try route(), summary.packed,
            try #require(published.packed),
            samples.pool.canonicals[0],
        ]
    }

    static func workout() throws -> Workout {
        try Samples.workout(
            """
            "duration":60,"events":[{"type":1,"start_date":10}],"activities":[{"id":"00000000-0000-4000-8000-000000000001",
            "start_date":0,"end_date":50,"statistics":{"HKQuantityTypeIdentifierStepCount":{"sum":2,"unit":"count"}},
            "metadata":{"a":1}}]
            """
        )
    }

    /// The bytes of a route's points.
    static func route() throws -> [UInt8] {
        let (_, extra) = try Samples.read(
            """
            "type":"HKWorkoutRouteTypeIdentifier","locations":[
            {"timestamp":2,"latitude":3,"longitude":4,"speed":0},
            {"timestamp":1,"latitude":2,"longitude":3,"altitude":4,"vertical_accuracy":5}]
            """
        )
        return Array(extra.payload)
    }
}
