import Testing
import Vocabulary

/// A workout of an hour, with what its document computes of samples, routes and events.
enum DetailedWorkout {
    static let now = "2024-01-07T12:00:00Z"
    static let document = "workouts/\(Line.id(1))"
    /// 2024-01-05T10:00:00Z, when the workouts begin.
    static let start = 726_141_600.0

    /// A workout of an hour.
    static func workout(_ activity: Int = 37, _ more: String = "") -> String {
        let fields = "\"workout_activity_type\":\(activity),\"source\":{\"name\":\"a\"}\(more)"
        return Line.sample(1, "HKWorkoutTypeIdentifier", "2024-01-05T10:00Z", "2024-01-05T11:00Z", fields)
    }

    /// A quantity of some seconds of the workout.
    static func quantity(
        _ number: Int,
        _ type: String,
        _ from: Double,
        _ to: Double,
        _ value: Double,
        _ unit: String = "m",
        source: String = "a",
        product: String = "Watch6,9",
        more: String = ""
    ) -> String {
        """
        {"id":"\(Line.id(number))","type":"HKQuantityTypeIdentifier\(type)","start_date":\(start + from),\
        "end_date":\(start + to),"value":\(value),"unit":"\(unit)","source":{"name":"\(source)",\
        "product_type":"\(product)"}\(more)}
        """
    }

    /// A route whose points are `seconds, latitude` with further fields.
    static func route(_ number: Int, _ points: [(Double, Double, String)]) -> String {
        let locations = points.map { seconds, latitude, more in
            "{\"timestamp\":\(start + seconds),\"latitude\":\(latitude),\"longitude\":25\(more)}"
        }
        return """
            {"id":"\(Line.id(number))","type":"HKWorkoutRouteTypeIdentifier","start_date":\(start + points[0].0),\
            "end_date":\(start + points[0].0 + 1),"workout_id":"\(Line.id(1))",\
            "locations":[\(locations.joined(separator: ","))]}
            """
    }

    static func event(_ type: Int, _ from: Double, _ to: Double, _ metadata: String = "") -> String {
        let more = metadata.isEmpty ? "" : ",\"metadata\":{\(metadata)}"
        return "{\"type\":\(type),\"start_date\":\(start + from),\"end_date\":\(start + to)\(more)}"
    }

    /// The item of the workout after some commits of one upload each, and after a deletion.
    static func item(_ commits: [String]..., deleted: [Int] = []) throws -> Tree {
        var journey = Journey()
        for samples in commits { journey.commit(Line.upload(now, samples)) }
        if !deleted.isEmpty { journey.commit(Line.upload(now, [], deleted: deleted)) }
        return try item(of: journey)
    }

    /// The item of the workout after a commit for each sample.
    static func item(oneByOne samples: some Sequence<String>) throws -> Tree {
        var journey = Journey()
        for sample in samples { journey.commit(Line.upload(now, [sample])) }
        return try item(of: journey)
    }

    private static func item(of journey: borrowing Journey) throws -> Tree {
        let (documents, refusals) = (journey.documents, journey.refusals)
        #expect(refusals.isEmpty)
        let text = try #require(documents[document])
        return try #require(try Tree(json: Array(text.utf8))["data"]?.list.first)
    }

    /// Splits as `from, to, meters`, in whole numbers; the duration must be that of the bounds.
    static func splits(_ item: Tree) -> [[Int]] {
        (item["nested_data"]?["splits"]?.list ?? []).map { split in
            let (from, to) = ((split["start_date"]?.number ?? 0) - start, (split["end_date"]?.number ?? 0) - start)
            let metadata = split["meta_data"]
            #expect(split["name"]?.text == "splits" && split["id"] == nil)
            let seconds = metadata?["duration"]?["quantity"]?.number ?? -1
            #expect(abs(seconds - (to - from)) < 1e-9)
            #expect(metadata?["duration"]?["unit"]?.text == "TimeInterval")
            #expect(metadata?["distance"]?["unit"]?.text == "m")
            return [from, to, metadata?["distance"]?["quantity"]?.number ?? 0].map { Int($0.rounded()) }
        }
    }
}
