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
                "", "  steps                        ▂█▅", "  steps/2024-04-14             100",
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

    @Test func `columns stay apart however long an id is`() throws {
        let flow = #""data":{"HKCategoryTypeIdentifierMenstrualFlow":[{"value":{"quantity":2,"unit":"light"}}]}"#
        let days = try ["19", "20"].map {
            try Self.document("reproductiveHealth/2024-04-\($0)", start: 0, end: 60, item: flow)
        }
        #expect(
            Self.lines(days) == [
                "", "  reproductive health            2 documents",
                "  reproductiveHealth/2024-04-19  menstrual flow light",
                "  reproductiveHealth/2024-04-20  menstrual flow light",
            ]
        )
    }

    @Test func `characteristics show their values`() throws {
        func nested(_ type: String, _ number: Int, _ unit: String) -> String {
            let value = #"{"value":{"quantity":\#(number),"unit":"\#(unit)"}}"#
            return #""HKCharacteristicTypeIdentifier\#(type)":[{"name":"c","data":{"value":[\#(value)]}}]"#
        }
        let item = [
            nested("BiologicalSex", 1, "female"), nested("DateOfBirth", 0, "1990-02-02"), nested("New", 3, "count"),
        ]
        let document = try Self.document(
            "characteristic",
            start: 0,
            end: 60,
            item: "\"nested_data\":{\(item.joined(separator: ","))}"
        )
        let line = Self.lines([document]).joined(separator: " ")
        #expect(line.contains("biological sex female") && line.contains("date of birth 1990-02-02"))
        #expect(line.contains("new 3"))
    }

    @Test func `the latest days are kept, and a line says how to see all`() throws {
        let sum = #""data":{"steps":[{"value":{"quantity":5,"unit":"count"},"type":"sum"}]}"#
        let day = 86_400.0
        let page = DocumentPage(ink: .plain) { _ in .utc }
        func documents(_ count: Int) throws -> [DocumentView] {
            let person = try Self.document("characteristic", start: 0, end: 60, item: #""nested_data":{}"#)
            return try [person]
                + (0..<count).map {
                    try Self.document("steps/\($0)", start: Double($0) * day, end: Double($0 + 1) * day, item: sum)
                }
        }
        var few = try documents(14)
        #expect(page.keepLatest(&few, days: 14) == [] && few.count == 15)
        var many = try documents(20)
        let note = page.keepLatest(&many, days: 14)
        #expect(note == ["", "  15 documents of the last 14 days; for all: --from 2001-01-01"])
        #expect(many.map(\.id) == ["characteristic"] + (6..<20).map { "steps/\($0)" })
        var none: [DocumentView] = []
        #expect(page.keepLatest(&none, days: 14) == [])
    }
}
