import Formats
import Testing

/// Routes of workouts as tracks.
struct GPXFileTests {
    private static func quantity(_ start: Double, _ value: Double, end: Double? = nil, type: String? = nil) -> String {
        let type = type.map { ",\"type\":\"\($0)\"" } ?? ""
        return """
            {"id":"A","start_date":\(start),"end_date":\(end ?? start),"value":{"quantity":\(value),\
            "unit":"count/min"}\(type)}
            """
    }

    private static func document(
        name: String = "Cycling",
        routes: [[String]],
        heartRates: [String] = [],
        cadences: [String] = []
    ) -> [UInt8] {
        let routes = routes.map { "{\"name\":\"workoutRoute\",\"coordinates\":[\($0.joined(separator: ","))]}" }
        let samples = """
            {"HKQuantityTypeIdentifierCyclingCadence":[\(cadences.joined(separator: ","))],\
            "HKQuantityTypeIdentifierHeartRate":[\(heartRates.joined(separator: ","))]}
            """
        let text = """
            {"id":"workouts/X","type":"workouts","data":[{"name":"\(name)","source":{"name":"Watch & more"},\
            "nested_data":{"samples":[{"data":\(samples)}],"workoutRoute":[\(routes.joined(separator: ","))]}}]}
            """
        return Array(text.utf8)
    }

    private static func point(
        _ time: Double,
        _ latitude: String = "54.5",
        _ longitude: String = "25.25",
        _ more: String = ""
    )
        -> String
    {
        "{\"time\":\(time),\"latitude\":\(latitude),\"longitude\":\(longitude)\(more)}"
    }

    private static func file(_ documents: [UInt8]...) throws -> GPXElement {
        let tracks = documents.compactMap { GPXFile.track(of: $0) }
        let lines = [GPXFile.start] + tracks + [GPXFile.end]
        let root = try GPXElement.read(lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
        #expect(root.name == "gpx")
        GPXSchema.check(root)
        return root
    }

    @Test func `a workout is a track, and each route a segment`() throws {
        let first = Self.document(
            routes: [
                [Self.point(735_000_000, "54.5", "25.25", ",\"altitude\":112.5"), Self.point(735_000_001.25)],
                [Self.point(735_000_100, "-0.0000001", "180", ",\"altitude\":-3e-7")],
            ],
            heartRates: [Self.quantity(735_000_000, 61.5)],
            cadences: [Self.quantity(735_000_000, 90.4)]
        )
        let root = try Self.file(first, Self.document(name: "<Run>\\u0001", routes: [[Self.point(0)]]))
        let tracks = root.all("trk")
        #expect(tracks.map { $0.children[0].text } == ["Cycling", "&lt;Run&gt;"])
        #expect(tracks[0].children.prefix(4).map(\.name) == ["name", "desc", "src", "type"])
        #expect(tracks[0].children[2].text == "Watch &amp; more")
        #expect(tracks[0].all("trkseg").map { $0.children.count } == [2, 1])
        let points = tracks[0].all("trkpt")
        #expect(points[0].attributes == ["lat": "54.5", "lon": "25.25"])
        #expect(points[2].attributes == ["lat": "-0.0000001", "lon": "-180"])
        #expect(points[0].all("ele").map(\.text) == ["112.5"] && points[2].all("ele").map(\.text) == ["-0.0000003"])
        #expect(points[1].all("time").map(\.text) == ["2024-04-16T22:40:01.250Z"])
        #expect(points[0].all("gpxtpx:hr").map(\.text) == ["62"] && points[0].all("gpxtpx:cad").map(\.text) == ["90"])
    }

    @Test(
        arguments: [
            ([quantity(100, 60)], 110, "60"), ([quantity(100, 60)], 110.25, nil),
            ([quantity(100, 60)], 90, "60"), ([quantity(100, 60)], 89.75, nil),
            ([quantity(100, 60), quantity(108, 70)], 104.25, "70"),
            // Equally near: the earlier one.
            ([quantity(100, 60), quantity(108, 70)], 104, "60"),
            // Within a sample of some length, and near the end of one.
            ([quantity(50, 60, end: 150), quantity(108, 70)], 100, "60"),
            ([quantity(50, 60, end: 100), quantity(60, 70)], 105, "60"),
            ([quantity(50, 60, end: 100), quantity(60, 70, end: 100)], 105, "70"),
            // Of a condensed sample only the average.
            ([quantity(100, 60, type: "average"), quantity(100, 50, type: "minimum")], 100, "60"),
            ([quantity(100, 50, type: "maximum")], 100, nil),
            // What the schema has no room for.
            ([quantity(100, 0.4)], 100, nil), ([quantity(100, 255.5)], 100, nil), ([quantity(100, 255.4)], 100, "255"),
            ([quantity(100, 0.5)], 100, "1"), ([quantity(100, 1e300)], 100, nil), ([], 100, nil),
        ] as [([String], Double, String?)]
    )
    func `a point has the sample that is nearest within ten seconds`(
        samples: [String],
        time: Double,
        shown: String?
    ) throws {
        let document = Self.document(routes: [[Self.point(time)]], heartRates: samples)
        #expect(try Self.file(document).all("gpxtpx:hr").map(\.text) == (shown.map { [$0] } ?? []))
        #expect(try Self.file(document).all("extensions").count == (shown == nil ? 0 : 1))
    }

    @Test func `each route looks for its samples from the beginning, also one that overlaps another`() throws {
        let rates = [Self.quantity(100, 60), Self.quantity(200, 70)]
        let route = [Self.point(100), Self.point(200)]
        let root = try Self.file(Self.document(routes: [route, route], heartRates: rates))
        #expect(root.all("gpxtpx:hr").map(\.text) == ["60", "70", "60", "70"])
    }

    @Test func `a bicycle that rolls has a cadence of 0, and there is none beyond 254`() throws {
        let cadences = [Self.quantity(100, 0), Self.quantity(200, 254.6)]
        let root = try Self.file(Self.document(routes: [[Self.point(100), Self.point(200)]], cadences: cadences))
        #expect(root.all("gpxtpx:cad").map(\.text) == ["0"])
    }

    @Test func `points that are nowhere are left out, and what of a point cannot be shown`() throws {
        let points = [
            Self.point(100, "90.5"), Self.point(100, "54", "180.5"),
            Self.point(100, "54", "25", ",\"horizontal_accuracy\":-1"),
            Self.point(100, "54", "25", ",\"altitude\":1e300"), Self.point(-4e9),
        ]
        let root = try Self.file(Self.document(routes: [points]))
        #expect(root.all("trkpt").map { $0.children.map(\.name) } == [["time"], []])
    }

    @Test func `a document without a route is no track`() throws {
        #expect(GPXFile.track(of: Self.document(routes: [])) == nil)
        #expect(GPXFile.track(of: Self.document(routes: [[Self.point(0, "91")], []])) == nil)
        #expect(GPXFile.track(of: Array(#"{"id":"steps/1","type":"steps","data":[{"name":"steps"}]}"#.utf8)) == nil)
        #expect(GPXFile.track(of: Array("{".utf8)) == nil)
        #expect(try Self.file().children.isEmpty)
    }
}
