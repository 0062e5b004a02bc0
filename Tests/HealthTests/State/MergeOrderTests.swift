import Randomness
import Testing
import Vocabulary

/// In which order samples come makes no difference, within an upload, within a commit or beyond it.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct MergeOrderTests {
    /// A copy of a sample: all copies of one number are copies of one sample.
    private struct Copy {
        let number: Int
        let version: Int

        var json: String {
            // Several samples share a start, and some last longer than a day.
            let start = 5 * (number / 3)
            let end = start + (number % 17 == 0 ? 100_000 + version : 1 + version)
            return """
                {"id":"\(Line.id(number))","type":"HKQuantityTypeIdentifierStepCount","start_date":\(start),\
                "end_date":\(end),"value":\(number % 7 + version),"unit":"count","version":\(version)}
                """
        }
    }

    private static let days = "2001-01-05T00:00:00Z"

    /// Uploads of some copies each, every deletion in an upload of its own.
    private static func uploads(_ copies: [Copy], _ deleted: [Int], each: Int) -> [String] {
        var lines = stride(from: 0, to: copies.count, by: each).map { from in
            Line.upload(days, copies[from..<min(from + each, copies.count)].map(\.json))
        }
        for id in deleted { lines.insert(Line.upload(days, [], deleted: [id]), at: (id * 7) % (lines.count + 1)) }
        return lines
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `documents are the same, newest first and in any order`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        var copies = (1...150).flatMap { number in
            (0...Int.random(in: 0...2, using: &dice)).map { Copy(number: number, version: $0) }
        }
        let deleted = (1...150).filter { _ in Int.random(in: 0...9, using: &dice) == 0 }
        var ascending = Journey()
        for line in Self.uploads(copies, deleted, each: copies.count) { ascending.commit(line) }
        let expected = ascending.documents
        #expect(expected.count > 1)
        for order in ["newest first", "in no order", "in no order"] {
            if order == "newest first" { copies.reverse() } else { copies.shuffle(using: &dice) }
            let each = Int.random(in: 1...copies.count, using: &dice)
            let lines = Self.uploads(copies, deleted, each: each)
            var together = Journey()
            together.commit(lines)
            #expect(together.documents == expected, "\(order), seed \(seed), one commit")
            var apart = Journey()
            for line in lines { apart.commit(line) }
            #expect(apart.documents == expected, "\(order), seed \(seed), a commit each")
            for accounting in [together.accounting, apart.accounting] {
                #expect(accounting == together.accounting, "\(order), seed \(seed)")
                #expect(accounting.samplesIn == copies.count)
                #expect(
                    accounting.new + accounting.duplicates + accounting.replaced + accounting.deletedBeforeArrival
                        == copies.count
                )
            }
        }
    }

    @Test func `what is deleted after it came in the same commit is gone, and a later copy does not bring it back`() {
        var journey = Journey()
        let sample = Copy(number: 1, version: 0).json
        journey.commit([
            Line.upload(Self.days, [sample, Copy(number: 2, version: 0).json]),
            Line.upload(Self.days, [], deleted: [1]),
            Line.upload(Self.days, [Copy(number: 1, version: 5).json, sample]),
        ])
        #expect(journey.accounting.new == 2)
        #expect(journey.accounting.deletedBeforeArrival == 2)
        var other = Journey()
        other.commit(Line.upload(Self.days, [Copy(number: 2, version: 0).json]))
        #expect(journey.documents == other.documents)
    }
}
