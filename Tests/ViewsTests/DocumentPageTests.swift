import Testing
import Views

/// A page for a person: a table for each type, and one picture a night.
struct DocumentPageTests {
    private static func document(_ id: String, start: Double, end: Double, item: String) throws -> DocumentView {
        let type = id.prefix { $0 != "/" }
        let text =
            #"{"id":"\#(id)","type":"\#(type)","start_date":\#(start),"end_date":\#(end),"time_zone":"UTC","source":[{"name":"W\u001b[2J"}],"data":[{"name":"\#(type)",\#(item)}]}"#
        return try #require(DocumentView(Array(text.utf8)))
    }

    private static func lines(_ documents: [DocumentView]) -> [String] {
        DocumentPage(ink: .plain) { _ in .utc }.lines(documents)
    }

    @Test func `three days of one number have a course above them`() throws {
        let days = try [(14, 100), (15, 800), (16, 400)].map { day, steps in
            let sum = #""data":{"steps":[{"value":{"quantity":\#(steps),"unit":"count"},"type":"sum"}]}"#
            return try Self.document("steps/2024-04-\(day)", start: Double(day), end: Double(day + 1), item: sum)
        }
        #expect(
            Self.lines(days) == [
                "", "  steps                        ▁█▄", "  steps/2024-04-14             100",
                "  steps/2024-04-15             800", "  steps/2024-04-16             400",
            ]
        )
    }

    @Test func `each night has a picture of its own, and its year`() throws {
        // 2024-04-16T22:00:00Z, and the next evening.
        let evenings = [734_997_600.0, 734_997_600.0 + 86_400]
        let nights = try evenings.enumerated().map { number, start in
            let stage =
                #""data":{"sleep":[{"start_date":\#(start),"end_date":\#(start + 28_800),"value":{"quantity":3,"unit":"Core"}}]}"#
            return try Self.document("sleep/\(number)", start: start, end: start + 28_800, item: stage)
        }
        let titles = Self.lines(nights).filter { $0.contains("The night to") }
        #expect(titles == ["  The night to Wed 17 Apr 2024", "  The night to Thu 18 Apr 2024"])
    }

    @Test func `nothing that a terminal acts on comes through`() throws {
        let night = try Self.document("sleep/0", start: 0, end: 60, item: #""data":{"sleep":[]}"#)
        let text = Self.lines([night]).joined()
        #expect(text.contains("W·[2J"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    }
}
