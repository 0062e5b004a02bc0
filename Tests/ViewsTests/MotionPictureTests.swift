import Testing
import Views

/// A known day of motion as a drawing.
struct MotionPictureTests {
    /// 2024-04-17T00:00:00Z.
    private static let day = 735_004_800.0

    private static func run(_ from: Double, _ to: Double, source: Int) -> String {
        let (start, end) = (day + from * 3_600, day + to * 3_600)
        return
            #"{"start_date":\#(start),"end_date":\#(end),"value":{"quantity":\#(end - start),"unit":"s"},"source":\#(source)}"#
    }

    private static func item(_ data: [(kind: String, runs: [String], seconds: Double)]) -> String {
        let runs = data.map { #""\#($0.kind)":[\#($0.runs.joined(separator: ","))]"# }.joined(separator: ",")
        let seconds = data.map { #""\#($0.kind)":{"quantity":\#($0.seconds),"unit":"s"}"# }.joined(separator: ",")
        return #"{"name":"motion","data":{\#(runs)},"meta_data":{\#(seconds)}}"#
    }

    @Test func `each source has its rows below its name, the fastest kind first`() throws {
        let watch = Self.item([(kind: "running", runs: [Self.run(18, 20, source: 1)], seconds: 7_200)])
        let phone = Self.item([
            (kind: "sleeping", runs: [Self.run(0, 7, source: 0)], seconds: 25_200),
            (kind: "stationary", runs: [Self.run(9, 9, source: 0)], seconds: 0),
            (kind: "walking", runs: [Self.run(7, 8, source: 0), Self.run(12, 13, source: 0)], seconds: 7_200),
        ])
        let json =
            #"{"id":"motion/2024-04-17","type":"motion","start_date":\#(Self.day),"end_date":\#(Self.day + 86_400),"#
            + #""time_zone":"UTC","source":[{"name":"Phone"},{"name":"Watch"}],"data":[\#(watch),\#(phone)]}"#
        let document = try #require(DocumentView(Array(json.utf8)))
        let lines = MotionPicture(width: 36, ink: .plain, clock: .utc).draw(document)
        #expect(
            lines == [
                "Watch", "running 2 h", "running                       ██", "",
                "Phone", "walking 2 h · sleeping 7 h", "walking            █    █", "sleeping    ███████", "",
                "            ┴─────┴─────┴─────┴────┴", "            00    06    12    18  00",
            ]
        )
    }

    @Test(arguments: [(0.0, 1e15), (1e300, 1.1e300), (-1e300, 1e300), (5, 3)])
    func `times that no document has, as a file may, are drawn all the same`(start: Double, end: Double) throws {
        let json =
            #"{"id":"motion/2024-04-17","type":"motion","start_date":\#(start),"end_date":\#(end),"#
            + #""time_zone":"UTC","source":[],"data":[\#(Self.item([]))]}"#
        let document = try #require(DocumentView(Array(json.utf8)))
        let lines = MotionPicture(width: 36, ink: .plain, clock: .utc).draw(document)
        #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 36 })
    }

    @Test func `a source that the document does not have has no name`() throws {
        let item = Self.item([(kind: "walking", runs: [Self.run(7, 8, source: 4)], seconds: 3_600)])
        let json =
            #"{"id":"motion/2024-04-17","type":"motion","start_date":\#(Self.day),"end_date":\#(Self.day + 86_400),"#
            + #""time_zone":"UTC","source":[{"name":"Phone"}],"data":[\#(item)]}"#
        let document = try #require(DocumentView(Array(json.utf8)))
        #expect(MotionPicture(width: 36, ink: .plain, clock: .utc).draw(document).first == "no source")
    }
}
