import Operations
import Testing
import Vocabulary

/// The newest record of a key counts, a tombstone takes it away, and parts become one.
struct LiveDocumentsTests {
    private static func live(types: [DataType] = []) -> LiveDocuments {
        LiveDocuments(DocumentFilter(types: types, from: nil, to: nil, zones: ZoneTable { _ in nil }))
    }

    private static func document(_ id: String, start: Int, _ rest: String = "") -> String {
        #"{"id":"\#(id)","type":"\#(id.prefix { $0 != "/" })","start_date":\#(start),"end_date":\#(start + 1)\#(rest)}"#
    }

    private static func take(_ live: inout LiveDocuments, _ id: String, _ value: String?) {
        let bytes = value.map { Array($0.utf8) }
        if let bytes {
            unsafe live.take(id: Array(id.utf8), value: bytes.span.bytes)
        } else {
            live.take(id: Array(id.utf8), value: nil)
        }
    }

    private static func texts(_ live: consuming LiveDocuments) -> [String] {
        live.documents().map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `the newest of a key counts, and they come by type, start and id`() {
        var live = Self.live()
        for (id, start) in [("steps/b", 9), ("steps/a", 9), ("heart/z", 50), ("steps/c", 1), ("steps/c", 3)] {
            Self.take(&live, id, Self.document(id, start: start))
        }
        #expect(
            Self.texts(live) == [
                Self.document("heart/z", start: 50), Self.document("steps/c", start: 3),
                Self.document("steps/a", start: 9), Self.document("steps/b", start: 9),
            ]
        )
    }

    @Test func `a tombstone takes a document away, and it was seen all the same`() {
        var live = Self.live()
        let before = live.hasSeen
        Self.take(&live, "steps/a", Self.document("steps/a", start: 1))
        Self.take(&live, "steps/a", nil)
        let after = live.hasSeen
        #expect(!before && after)
        #expect(Self.texts(live).isEmpty)
    }

    @Test func `a connection without records is missing from a shared topic, and has no documents in its own`() {
        func shown(_ outcome: ConnectionLookup.Outcome) -> String {
            switch outcome {
            case .nothing(let topic, let isMissing): "nothing in \(topic), \(isMissing ? "missing" : "read")"
            case .found(let found): "\(found.documents.count) in \(found.topic), \(found.unrecognizedCount) strange"
            }
        }
        for (isOwn, expected) in [(true, "0 in t, 0 strange"), (false, "nothing in t, read")] {
            #expect(shown(ConnectionLookup.Outcome(Self.live(), in: "t", isOwn: isOwn)) == expected)
            var live = Self.live()
            Self.take(&live, "steps/a", Self.document("steps/a", start: 1))
            Self.take(&live, "steps/b", "7")
            #expect(shown(ConnectionLookup.Outcome(live, in: "t", isOwn: isOwn)) == "1 in t, 1 strange")
        }
    }

    @Test func `what is not asked for is not kept, what is no document is counted`() {
        var live = Self.live(types: [.sleep])
        Self.take(&live, "steps/a", Self.document("steps/a", start: 1))
        Self.take(&live, "sleep/a", Self.document("sleep/a", start: 1))
        Self.take(&live, "sleep/b", "{")
        Self.take(&live, "sleep/c", "7")
        let unrecognizedCount = live.unrecognizedCount
        #expect(unrecognizedCount == 2)
        #expect(Self.texts(live) == [Self.document("sleep/a", start: 1)])
    }

    @Test func `parts are put together in their order, from whichever offsets`() {
        func quantities(_ numbers: ClosedRange<Int>) -> String {
            numbers.map { #"{"start_date":\#($0),"value":{"quantity":\#($0),"unit":"count"}}"# }.joined(separator: ",")
        }
        func part(_ id: String, _ mark: String, _ source: String, _ item: String) -> String {
            Self.document(
                id,
                start: 5,
                #"\#(mark),"source":\#(source),"meta_data":{},"data":[{"name":"heart",\#(item)}]"#
            )
        }
        var live = Self.live()
        Self.take(
            &live,
            "heart/a#10",
            part("heart/a#10", #","part":10"#, #"[{"name":"W"}]"#, #""data":{"HKA":[\#(quantities(5...6))]}"#)
        )
        Self.take(
            &live,
            "heart/a#2",
            part("heart/a#2", #","part":2"#, #"[{"name":"W"}]"#, #""data":{"HKA":[\#(quantities(3...4))],"HKC":[]}"#)
        )
        Self.take(
            &live,
            "heart/a",
            part("heart/a", #","parts":3"#, #"[{"name":"W"}]"#, #""data":{"HKA":[\#(quantities(1...2))],"HKB":[]}"#)
        )
        let whole = part(
            "heart/a",
            "",
            #"[{"name":"W"}]"#,
            #""data":{"HKA":[\#(quantities(1...6))],"HKB":[],"HKC":[]}"#
        )
        #expect(Self.texts(live) == [whole])
    }

    @Test func `lists that were cut go on, those that were repeated do not`() {
        func part(_ mark: String, _ source: String, _ device: String) -> [UInt8] {
            Array(#"{"id":"a"\#(mark),"source":\#(source)\#(device),"data":[{"name":"x"}]}"#.utf8)
        }
        let cut = DocumentParts.joined([
            part(#","parts":2"#, "[1,2]", ""), part(#","part":2"#, "[3]", #","device":[4]"#),
        ])
        #expect(
            String(decoding: cut, as: UTF8.self) == #"{"id":"a","source":[1,2,3],"device":[4],"data":[{"name":"x"}]}"#
        )
        let same = #","device":[4]"#
        let repeated = DocumentParts.joined([part(#","parts":2"#, "[1]", same), part(#","part":2"#, "[1]", same)])
        #expect(
            String(decoding: repeated, as: UTF8.self) == #"{"id":"a","source":[1],"device":[4],"data":[{"name":"x"}]}"#
        )
    }
}
