import Operations
import Testing

/// Which dead letters are open: marks take them out of the list.
struct LetterIndexTests {
    private static func places(_ letters: [DeadLetterRecord], _ filter: DeadLetterFilter = .init(), all: Bool = false)
        -> [String]
    {
        var index = LetterIndex(.filter(filter))
        for letter in letters { index.take(letter) }
        return index.letters(all: all).map { "\($0.place)" + ($0.state == .open ? "" : " \($0.state)") }
    }

    @Test func `letters come oldest first, then by place`() {
        let letters = [
            letter(5, time: 20), letter(6, time: 10), letter(3, partition: 1, time: 10), letter(7, time: 10),
        ]
        #expect(Self.places(letters) == ["0:6", "0:7", "1:3", "0:5"])
    }

    @Test func `a mark closes the letter that it names, and only in the list of open ones`() {
        let letters = [
            letter(1), letter(2), letter(3), letter(4, code: nil, ["fork-redriven": "0:1"]),
            letter(5, code: nil, ["fork-parked": "0:3"]), letter(6, code: nil, ["fork-redriven": "0:99"]),
            letter(7, code: nil, ["fork-redriven": "nonsense"]), letter(8, code: nil),
            letter(9, code: nil, ["fork-redriven": "7:1"]),
        ]
        #expect(Self.places(letters) == ["0:2"])
        #expect(Self.places(letters, all: true) == ["0:1 redriven", "0:2", "0:3 parked"])
    }

    @Test func `of several marks of a letter the last counts`() {
        let letters = [letter(1), mark(2, "parked", of: 1), mark(3, "redriven", of: 1)]
        #expect(Self.places(letters, all: true) == ["0:1 redriven"])
    }

    @Test(
        arguments: [
            ([], 5, "forgotten"), ([], 4, "parked"), ([("fork-original-timestamp", "9")], 8, "parked"),
            ([("fork-original-timestamp", "9")], 9, "forgotten"), ([("fork-original-timestamp", "x")], 5, "forgotten"),
        ] as [([(String, String)], Int64, String)]
    )
    func `a letter is of a forgotten connection by when its first original was written`(
        headers: [(String, String)],
        until: Int64,
        state: String
    ) {
        // Of the time 5, in a letter of the time 70.
        var index = LetterIndex(.filter(.init()))
        let letters = [
            letter(70, of: 10, nil, headers), letter(71, of: 11, nil, key: "d", headers),
            letter(72, of: 12, nil, headers),
        ]
        // One that was put aside is of a forgotten connection all the same, one that went through again did so.
        let marks = [mark(73, "parked", of: 70), mark(74, "redriven", of: 72)]
        for record in letters + marks { index.take(record) }
        var forgotten = ForgottenConnections()
        let settings = Array(#"{"connection_id":"c","forget":true}"#.utf8)
        unsafe forgotten.take(
            key: [UInt8(ascii: "c")].span.bytes,
            value: settings.span.bytes,
            timestampMilliseconds: until
        )
        index.note(forgotten)
        #expect(index.letters(all: true).map { "\($0.state)" } == [state, "open", "redriven"])
    }

    @Test(
        arguments: [
            ([#"{"forget":true}"#], [10: true, 11: false]), ([#"{"forget":false}"#, "{}", "[]"], [0: false]),
            ([#"{"forget":"1970-01-01T00:00:00.003Z"}"#], [3: true, 4: false]),
            // What opens it again does not undo that it was forgotten.
            ([#"{"forget":true}"#, "{}", nil], [10: true, 11: false, 12: false]), ([nil, "nonsense"], [0: false]),
            ([#"{"forget":{}}"#, #"{"x":"\"forget\""}"#], [0: false]),
        ] as [([String?], [Int64: Bool])]
    )
    func `settings tell up to when a connection was forgotten`(values: [String?], wanted: [Int64: Bool]) {
        var forgotten = ForgottenConnections()
        for (number, value) in values.enumerated() {
            let bytes = value.map { Array($0.utf8) }
            unsafe forgotten.take(
                key: [UInt8(ascii: "c")].span.bytes,
                value: bytes?.span.bytes,
                timestampMilliseconds: 10 + Int64(number)
            )
        }
        for (time, isForgotten) in wanted { #expect(forgotten.isForgotten("c", time) == isForgotten, "\(time)") }
        #expect(forgotten.isForgotten("c", nil) == wanted.values.contains(true))
        #expect(!forgotten.isForgotten("d", 0) && !forgotten.isForgotten(nil, 0))
    }

    @Test func `a refused record is found again by its key and its time, not by its place alone`() {
        let known = letter(1, of: 10)
        let key = Array("c".utf8)
        #expect(known.isOf(key: key, timestampMilliseconds: 5))
        #expect(!known.isOf(key: key, timestampMilliseconds: 6) && !known.isOf(key: key, timestampMilliseconds: nil))
        #expect(!known.isOf(key: Array("d".utf8), timestampMilliseconds: 5))
        let keyless = letter(1, of: 10, key: nil, [("fork-key-omitted", "7")])
        #expect(keyless.isOf(key: key, timestampMilliseconds: 5) && !keyless.isOf(key: key, timestampMilliseconds: 6))
    }

    @Test func `a filter takes those that it names`() {
        let letters = [
            letter(1, code: "noData", time: 5), letter(2, time: 6, key: nil),
            letter(3, time: 7, ["fork-topic": "fork.uploads", "fork-partition": "2", "fork-offset": "7"]),
        ]
        var byCode = DeadLetterFilter()
        byCode.code = "noData"
        var byConnection = DeadLetterFilter()
        byConnection.connection = "c"
        var byTime = DeadLetterFilter()
        (byTime.since, byTime.until) = (6, 7)
        var byUpload = DeadLetterFilter()
        byUpload.upload = RefusedPlace("fork.uploads", 2, 7)
        #expect(
            [byCode, byConnection, byTime, byUpload].map { Self.places(letters, $0) } == [
                ["0:1"], ["0:1", "0:3"], ["0:2"], ["0:3"],
            ]
        )
    }

    @Test func `a place that is named and holds no letter is missing`() {
        let places = [(0, 1), (0, 2), (0, 3), (4, 1)].map { LetterPlace(Int32($0.0), Int64($0.1)) }
        var index = LetterIndex(.places(Set(places)))
        for record in [letter(0), letter(1), mark(2, "parked", of: 0), letter(5)] { index.take(record) }
        #expect(index.letters(all: true).map { "\($0.place)" } == ["0:1"])
        #expect(index.missing.map { "\($0)" } == ["0:2", "0:3", "4:1"])
    }

    @Test(arguments: [
        ([1, 1, 1], [3]), ([8 << 20, 1], [1, 2]), ([1, 8 << 20], [1, 2]), ([9 << 20], [1]), ([], []),
        (Array(repeating: 1, count: 4_001), [2_000, 4_000, 4_001]), ([4 << 20, 4 << 20, 1], [2, 3]),
    ])
    func `a page has one letter or as many as fit`(bytes: [Int], ends: [Int]) {
        var found: [Int] = []
        while found.last ?? 0 < bytes.count {
            found.append(LetterPages.end(from: found.last ?? 0, to: bytes.count) { bytes[$0] })
        }
        #expect(found == ends)
    }

    @Test(
        arguments: [
            ([], []), ([5], [5..<6]), ([7, 5, 6], [5..<8]), ([5, 1_006, 2_008], [5..<1_007, 2_008..<2_009]),
            ([5, 5], [5..<6]),
        ] as [([Int64], [Range<Int64>])]
    )
    func `offsets that lie close together are one run`(offsets: [Int64], runs: [Range<Int64>]) {
        #expect(OffsetRuns.cut(offsets) == runs)
    }
}
