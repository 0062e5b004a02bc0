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
