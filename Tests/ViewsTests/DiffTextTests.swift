import JSON
import Operations
import Testing
import Views

/// Differences as a person reads them.
struct DiffTextTests {
    private static let text = DiffText(live: "fork.", other: "shadow.", ink: .plain)

    private static func difference(
        _ kind: DocumentDifference.Kind,
        _ places: [(path: String, live: String?, other: String?)] = []
    ) -> DocumentDifference {
        DocumentDifference(
            connection: Array("conn-7".utf8),
            id: Array("sleep/1".utf8),
            kind: kind,
            paths: places.map { place in
                PathDifference(
                    path: Array(place.path.utf8),
                    live: place.live.map { Array($0.utf8) },
                    other: place.other.map { Array($0.utf8) }
                )
            }
        )
    }

    @Test func `the document stands first, then each place with both values, instants by the clock too`() {
        let places: [(path: String, live: String?, other: String?)] = [
            ("/end_date", "735790811.3", "735790811.5"), ("/meta_data/awakenings/quantity", "2", nil),
            ("/source/0/name", nil, #""a\#u{1B}[2J\#(String(repeating: "b", count: 80))""#),
        ]
        #expect(
            Self.text.lines(of: Self.difference(.changed, places)) == [
                "conn-7  sleep/1  changed",
                "  /end_date  735790811.3 (2024-04-26T02:20:11.300Z) → 735790811.5 (2024-04-26T02:20:11.500Z)",
                "  /meta_data/awakenings/quantity  2 → nothing",
                #"  /source/0/name  nothing → "a·[2J\#(String(repeating: "b", count: 53))…"#,
            ]
        )
        #expect(Self.text.lines(of: Self.difference(.missing)) == ["conn-7  sleep/1  missing: only in fork."])
        #expect(Self.text.lines(of: Self.difference(.extra)) == ["conn-7  sleep/1  extra: only in shadow."])
    }

    @Test func `a form is named after the document`() {
        let one = DocumentDifference(connection: [99], id: Array("sleep/1".utf8), form: "omh", kind: .extra, paths: [])
        #expect(Self.text.lines(of: one) == ["c  sleep/1  as omh  extra: only in shadow."])
        var writer = Writer()
        DiffText.write(one, into: &writer)
        let json = String(decoding: writer.bytes, as: UTF8.self)
        #expect(json == #"{"connection_id":"c","id":"sleep/1","form":"omh","kind":"extra"}"#)
    }

    @Test func `of many places the first are shown, and how many there are`() {
        let lines = Self.text.lines(of: Self.difference(.changed, (0..<1_012).map { ("/data/\($0)", "1", "2") }))
        #expect(lines.count == 14)
        #expect(lines.last == "  and 1,000 places more, all of them with --json")
    }

    @Test func `counts come by data type and in total`() {
        let counts = [
            "steps": DocumentCounts(equal: 1_234, changed: 0, missing: 0, extra: 1),
            "sleep": DocumentCounts(equal: 9, changed: 21, missing: 0, extra: 0),
        ]
        let total = DocumentCounts(equal: 1_243, changed: 21, missing: 0, extra: 1)
        #expect(
            Self.text.lines(of: counts, total, shown: 20) == [
                "the first 20 of 22 documents that differ: --limit shows more", "",
                "              equal       changed       missing         extra",
                "sleep             9            21             0             0",
                "steps         1,234             0             0             1",
                "total         1,243            21             0             1",
            ]
        )
        #expect(Self.text.lines(of: [:], DocumentCounts(), shown: 0).count == 2)
    }
}
