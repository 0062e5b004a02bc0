import Operations
import Testing

/// Documents of lines, whose parts stand one after another.
struct DocumentSequenceTests {
    /// A record of a document: all of it, or the part with this number of so many.
    private static func line(_ id: String, _ part: Int = 1, of count: Int = 1, connection: String = "c") -> String {
        let number = part == 1 ? (count == 1 ? "" : ",\"parts\":\(count)") : ",\"part\":\(part)"
        return #"{"id":"\#(id)\#(part == 1 ? "" : "#\(part)")","connection_id":"\#(connection)","#
            + #""collected_at":\#(part)\#(number),"data":[{"name":"n","data":{"q":[\#(part)]}}]}"#
    }

    /// What comes of lines: `id` for a document, `-id` for one that lacks parts.
    private static func ids(_ lines: [String]) -> [String] {
        var sequence = DocumentSequence()
        var elements: [DocumentSequence.SequencedDocument] = []
        for line in lines { elements += sequence.take(Array(line.utf8)) }
        elements += sequence.end()
        return elements.map { element in
            switch element {
            case .incomplete(let connection, let id): return "-\(connection) \(id)"
            case .whole(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                return String(text.split(separator: "\"")[3])
            }
        }
    }

    @Test(
        arguments: [
            ([], []), ([(1, 1)], ["a"]), ([(1, 2), (2, 2)], ["a"]), ([(2, 2), (1, 2)], ["a"]),
            ([(1, 3), (3, 3), (2, 3)], ["a"]), ([(1, 2)], ["-c a"]), ([(2, 2)], ["-c a"]),
            ([(1, 3), (2, 3)], ["-c a"]),
            // A newer version of a part, and of the whole.
            ([(1, 2), (2, 2), (2, 2)], ["a", "-c a"]), ([(1, 2), (1, 2), (2, 2)], ["-c a", "a"]),
            ([(1, 1), (1, 1)], ["a", "a"]),
            // More parts than the first says.
            ([(3, 2), (1, 2)], ["-c a"]),
        ] as [([(Int, Int)], [String])]
    )
    func `a document is whole when all of its parts are there`(parts: [(Int, Int)], expected: [String]) {
        #expect(Self.ids(parts.map { Self.line("a", $0.0, of: $0.1) }) == expected)
    }

    @Test func `another document, or one of another connection, ends the one before`() {
        let a = Self.line("a", 1, of: 2)
        #expect(Self.ids([a, Self.line("b"), Self.line("a", 2)]) == ["-c a", "b", "-c a"])
        #expect(Self.ids([a, Self.line("a", 2, connection: "d")]) == ["-c a", "-d a"])
        // What is no document, and an empty line, stands between no parts.
        let other = #"{"topic":"fork.fhir.c","key":"a","headers":{"fork-op":"upsert"},"value":{}}"#
        #expect(Self.ids([a, "", other, "{}", Self.line("a", 2)]) == ["a"])
    }

    @Test func `parts are joined by their numbers, whatever their order`() throws {
        var sequence = DocumentSequence()
        var found: [DocumentSequence.SequencedDocument] = []
        for part in [1, 10, 2, 3, 4, 5, 6, 7, 8, 9] {
            found += sequence.take(Array(Self.line("a", part, of: 10).utf8))
        }
        guard case .whole(let bytes) = try #require(found.first) else {
            Issue.record("not whole")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""q":[1,2,3,4,5,6,7,8,9,10]"#))
    }
}
