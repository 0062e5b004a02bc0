import Testing
import Vocabulary

/// Heartbeat series as intervals between beats.
struct HeartbeatPointTests {
    private static let id = "A977BC06-36AA-4BEA-8A53-717AE4D915F4"

    /// Returns the data points of a series at 2001-01-01T00:00:00Z, with each beat as JSON.
    private static func points(_ beats: [String]) throws -> [DataPoint] {
        let values = beats.map { beat in
            Documents.sample(id: nil, "0", beat.split(separator: "\"").joined(separator: "\\\""), (0, 60))
        }
        return try DataPoint.all(
            Documents.document(
                "heart",
                zone: "UTC",
                item: """
                    ,"nested_data":{"HKDataTypeIdentifierHeartbeatSeries":[{"id":"\(id)","name":"x","start_date":0,\
                    "end_date":60,"data":{"beats":[\(values.joined(separator: ","))]},"source":{"name":"Watch"}}]}
                    """
            )
        )
    }

    private static func beat(_ seconds: Double, isAfterGap: Bool = false) -> String {
        #"{"preceded_by_gap":\#(isAfterGap),"time_since_start":\#(seconds)}"#
    }

    @Test func `each beat but the first has the interval before it`() throws {
        let points = try Self.points([0, 0.86, 1.72, 2.52].map { Self.beat($0) })
        #expect(points.map(\.schema) == Array(repeating: "omh:rr-interval:1.0", count: 3))
        #expect(points.map { $0.measure("rr_interval") } == [860, 860, 800].map { .init(value: $0, unit: "ms") })
        #expect(points[1].times == ["2001-01-01T00:00:00.860+00:00", "2001-01-01T00:00:01.720+00:00"])
        #expect(points[1].created == "2001-01-01T00:00:01.720+00:00" && points[1].source == "Watch")
        let ids = (1...3).map { "omh/conn-7/heart/2024-04-16/\(Self.id)/\($0)" }
        #expect(points.map(\.id) == ids.map { UUID128.v5(name: Array($0.utf8)).description.lowercased() })
    }

    @Test func `a single interval has the id of its series`() throws {
        #expect(try Self.points([Self.beat(0), Self.beat(1)]).map(\.id) == [Self.id.lowercased()])
    }

    @Test(
        arguments: [
            ([], []), ([beat(0)], []),
            ([beat(0), beat(1), beat(3, isAfterGap: true), beat(4)], [1000, 1000]),
            ([beat(0), beat(1), "{}", beat(3), beat(4)], [1000, 1000]),
            ([beat(0), "no JSON", beat(1), #"{"time_since_start":"2"}"#], []),
            ([beat(2), beat(1), beat(1), beat(1.5)], [500]),
            // 9.8 s - 9 s is 0.8000000000000007 s.
            ([beat(9), beat(9.8)], [800]),
            ([beat(-1e308), beat(1e308), beat(1.7e308)], [1.79769313486231e308]),
            ([#"{"time_since_start":1}"#, #"{"time_since_start":2}"#], [1000]),
        ] as [([String], [Double])]
    )
    func `no interval spans a gap, a beat without a time, or goes back`(beats: [String], intervals: [Double]) throws {
        #expect(try Self.points(beats).map { $0.measure("rr_interval")?.value } == intervals)
    }
}
