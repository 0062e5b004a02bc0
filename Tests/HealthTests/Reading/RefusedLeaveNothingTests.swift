import Health
import JSON
import Testing
import Vocabulary

/// What is refused of an upload is in its dead letters, and nowhere else.
struct RefusedLeaveNothingTests {
    /// A sample whose source and metadata no other number has.
    private static func sample(_ number: Int, in year: Int) -> String {
        let own = #""source":{"bundle_identifier":"b\#(number)"},"metadata":{"m":"\#(number)"}"#
        return Line.sample(
            number,
            "HKQuantityTypeIdentifierStepCount",
            "\(year)-01-05T10:00:00Z",
            "\(year)-01-05T10:00:00Z",
            #""value":1,"unit":"count","# + own
        )
    }

    @Test func `a pool goes back to what it held, and what was forgotten is read again`() throws {
        var reader = SampleReader(collectedAt: 800_000_000, claim: -1)
        var (pool, units) = (Pool(zones: ZoneTable { _ in nil }), UnitTable())
        func read(_ number: Int) throws -> Sample {
            var parser = Parser()
            let value = try parser.parse(Array(Self.sample(number, in: 2024).utf8))
            return try reader.read(value, pool: &pool, units: &units).sample
        }
        let first = try read(1)
        let held = (pool.origins.count, pool.extras.count)
        let mark = pool.mark
        for number in 2...20 { _ = try read(number) }
        #expect(pool.origins.count == 20)
        reader.forget(since: mark)
        pool.removeAll(since: mark)
        #expect((pool.origins.count, pool.extras.count) == held)
        let again = try [3, 1, 3, 2].map(read)
        #expect(again.map { pool.origin($0).sourceKey } == ["b3", "b1", "b3", "b2"].map { Array($0.utf8) })
        #expect(Set(again.map { Array(pool.extra($0)) }).count == 3)
        #expect(pool.isSame(first, again[1]))
    }

    @Test func `samples between refused ones are shown with their own sources and metadata`() {
        let refused = (2...40).map { Self.sample($0, in: 2020) }
        let taken = (41...44).map { Self.sample($0, in: 2024) }
        var mixed = Journey()
        mixed.commit(Line.upload("2024-01-06T00:00:00Z", zip(refused, taken + taken).flatMap { [$0, $1] }))
        #expect(mixed.refusals == [String](repeating: "tooLate", count: 8))
        var alone = Journey()
        alone.commit(Line.upload("2024-01-06T00:00:00Z", taken))
        #expect(!alone.documents.isEmpty)
        #expect(mixed.documents == alone.documents)
    }
}
