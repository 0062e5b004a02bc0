import Formats
import Testing

/// The distribution of pieces over records.
struct RecordCutTests {
    @Test(
        arguments: [
            ([], 10, [0..<0]), ([1], 10, [0..<1]), ([99], 10, [0..<1]),
            // Two bytes are around the pieces of the first record, three around those of the others.
            ([4, 3], 10, [0..<2]), ([4, 4], 10, [0..<1, 1..<2]), ([3, 3, 3], 10, [0..<2, 2..<3]),
            ([99, 1, 99], 10, [0..<1, 1..<2, 2..<3]), ([0, 0, 0, 0], 5, [0..<4]),
            ([0, 0, 0, 0, 0], 5, [0..<4, 4..<5]),
            ([8, 4, 2, 1], 10, [0..<1, 1..<3, 3..<4]), ([1, 1], -1, [0..<1, 1..<2]),
        ] as [([Int], Int, [Range<Int>])]
    )
    func `each record is as full as the next piece lets it be`(lengths: [Int], maximum: Int, records: [Range<Int>]) {
        #expect(RecordCut.records(of: lengths, maximum: maximum) { $0 == 1 ? 2 : 3 } == records)
    }
}
