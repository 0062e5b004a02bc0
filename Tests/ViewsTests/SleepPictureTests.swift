import Testing
import Views

/// A known night as a drawing.
struct SleepPictureTests {
    private static let clock = LocalClock.utc
    /// 2024-04-16T22:00:00Z.
    private static let start = 734_997_600.0

    private static func span(_ code: Int, _ from: Double, _ to: Double) -> Timeline.Bar {
        Timeline.Bar(kind: "\(code)", start: start + from * 3_600, end: start + to * 3_600)
    }

    /// Eight hours in eight columns: an hour a character, half an hour a half.
    private static let hypnogram = Timeline(
        SleepPicture.stages,
        from: start,
        to: start + 8 * 3_600,
        width: 16,
        ink: .plain
    )

    @Test func `a night has one row a stage, light above deep`() {
        let night = [
            Self.span(3, 0, 1.5), Self.span(4, 1.5, 3), Self.span(5, 3, 4), Self.span(2, 4, 4.5), Self.span(3, 4.5, 8),
        ]
        #expect(
            Self.hypnogram.draw(night) == [
                "awake       ▌",
                "REM        █",
                "core    █▌  ▐███",
                "deep     ▐█",
            ]
        )
    }

    @Test func `what fills less than a third of its half leaves no mark`() {
        #expect(Self.hypnogram.draw([Self.span(2, 1, 1.1)]) == [])
        #expect(Self.hypnogram.draw([Self.span(2, 1, 1.2)]) == ["awake    ▌"])
    }

    @Test func `the axis has the full hours of the clock`() {
        let axis = Timeline(
            SleepPicture.stages,
            from: Self.start - 1_800,
            to: Self.start + 5_400,
            width: 16,
            ink: .plain
        )
        .axis(Self.clock)
        #expect(axis == ["        ──┴───┴─", "          22  23"])
    }

    @Test func `the primary session comes first and is marked`() throws {
        let sessions = [
            try #require(DocumentView(Self.session("Phone", primary: 0, code: 0, from: 0, to: 8))),
            try #require(DocumentView(Self.session("Watch", primary: 1, code: 3, from: 1, to: 7))),
        ]
        let lines = SleepPicture(width: 56, ink: .plain, clock: Self.clock).draw(sessions)
        #expect(
            lines == [
                "Watch  ★ primary  sleep/6B29FC40…",
                "23:00–05:00 · asleep 6 h · 1 awakening · efficiency 90 %",
                "core          ████████████████████████████████████",
                "",
                "Phone  sleep/6B29FC40…",
                "22:00–06:00 · asleep 6 h · 1 awakening · efficiency 90 %",
                "in bed  ████████████████████████████████████████████████",
                "",
                "        ┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴────┴",
                "        22    23    00    01    02    03    04    05  06",
            ]
        )
        #expect(SleepPicture(width: 56, ink: .plain, clock: Self.clock).draw([]) == [])
    }

    private static func session(_ source: String, primary: Int, code: Int, from: Double, to: Double) -> [UInt8] {
        let bounds = "\"start_date\":\(start + from * 3_600),\"end_date\":\(start + to * 3_600)"
        let stage = "{\(bounds),\"value\":{\"quantity\":\(code),\"unit\":\"stage\"}}"
        let computed = """
            {"asleep":{"quantity":21600,"unit":"s"},"awakenings":{"quantity":1,"unit":"count"},\
            "efficiency":{"quantity":0.9,"unit":"%"},"primary":{"quantity":\(primary),"unit":"bool"}}
            """
        let item = "{\"name\":\"sleep\",\(bounds),\"data\":{\"sleep\":[\(stage)]},\"meta_data\":\(computed)}"
        let id = "sleep/6B29FC40-CA47-1067-B31D-00DD010662DA"
        let document = """
            {"id":"\(id)","type":"sleep",\(bounds),"time_zone":"UTC","source":[{"name":"\(source)"}],"data":[\(item)]}
            """
        return Array(document.utf8)
    }
}
