import Operations
import Testing

/// Which dead letters are open: marks take them out of the list.
struct DeadLetterFoldTests {
    private static func letter(
        _ offset: Int64,
        partition: Int32 = 0,
        code: String? = "invalidValue",
        time: Int64 = 0,
        connection: String? = "c",
        _ more: [(String, String)] = []
    ) -> DeadLetterRecord {
        DeadLetterRecord(
            partition: partition,
            offset: offset,
            timestampMilliseconds: time,
            connection: connection,
            headers: ((code.map { [("fork-error-code", $0)] } ?? []) + more).map {
                DeadLetterRecord.Header(name: $0.0, value: $0.1)
            }
        )
    }

    private static func places(_ letters: [DeadLetterRecord], _ filter: DeadLetterFilter = .init(), all: Bool = false)
        -> [String]
    {
        var fold = DeadLetterFold(filter)
        for letter in letters { fold.take(letter) }
        return fold.letters(all: all).map { $0.place + ($0.state == .open ? "" : " \($0.state)") }
    }

    @Test func `letters come oldest first, then by place`() {
        let letters = [
            Self.letter(5, time: 20), Self.letter(6, time: 10), Self.letter(3, partition: 1, time: 10),
            Self.letter(7, time: 10),
        ]
        #expect(Self.places(letters) == ["0:6", "0:7", "1:3", "0:5"])
    }

    @Test func `a mark closes the letter that it names, and only in the list of open ones`() {
        let letters = [
            Self.letter(1), Self.letter(2), Self.letter(3), Self.letter(4, code: nil, [("fork-redriven", "0:1")]),
            Self.letter(5, code: nil, [("fork-parked", "0:3")]), Self.letter(6, code: nil, [("fork-redriven", "0:99")]),
            Self.letter(7, code: nil, [("fork-redriven", "nonsense")]), Self.letter(8, code: nil),
        ]
        #expect(Self.places(letters) == ["0:2"])
        #expect(Self.places(letters, all: true) == ["0:1 redriven", "0:2", "0:3 parked"])
    }

    @Test func `a filter takes those that it names`() {
        let place = [("fork-topic", "fork.uploads"), ("fork-partition", "2"), ("fork-offset", "7")]
        let letters = [
            Self.letter(1, code: "noData", time: 5), Self.letter(2, time: 6, connection: nil),
            Self.letter(3, time: 7, place),
        ]
        var byCode = DeadLetterFilter()
        byCode.code = "noData"
        var byConnection = DeadLetterFilter()
        byConnection.connection = "c"
        var byTime = DeadLetterFilter()
        (byTime.since, byTime.until) = (6, 7)
        var byUpload = DeadLetterFilter()
        byUpload.upload = ("fork.uploads", 2, 7)
        #expect(
            [byCode, byConnection, byTime, byUpload].map { Self.places(letters, $0) } == [
                ["0:1"], ["0:1", "0:3"], ["0:2"], ["0:3"],
            ]
        )
    }
}
