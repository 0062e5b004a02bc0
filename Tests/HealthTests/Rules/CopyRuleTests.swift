import Health
import JSON
import Testing
import Vocabulary

/// Which of two copies counts, and how instants, units and bytes are compared.
@Suite struct CopyRuleTests {
    /// Two copies of one sample of one version, the one that counts first.
    struct Copies: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var start = (0.0, 0.0)
        var end = (10.0, 10.0)
        var value = (5.0, 5.0)
        var source = ("a", "a")
        var count: (Int64, Int64) = (0, 0)
    }

    static let copies = [
        Copies(testDescription: "the one that starts first", start: (0, 0.0004)),
        Copies(testDescription: "the one that starts first, whatever follows", start: (0, 0.0004), end: (20, 10)),
        Copies(testDescription: "the one that ends first", end: (10, 11)),
        Copies(testDescription: "the one that ends first, whatever its value", end: (10, 11), value: (9, 5)),
        Copies(testDescription: "the lesser value", value: (5, 6)),
        Copies(testDescription: "the lesser value, whatever its source", value: (5, 6), source: ("b", "a")),
        Copies(testDescription: "the lesser source", source: ("a", "b")),
        Copies(testDescription: "the lesser source, whatever it carries", source: ("a", "b"), count: (9, 2)),
        Copies(testDescription: "the lesser of what they carry", count: (2, 9)),
    ]

    @Test(arguments: copies) func `of equal versions the copy counts whose encoding sorts first`(one: Copies) throws {
        var samples = Samples()
        let type = try Samples.type("HeartRate")
        func copy(_ start: Double, _ end: Double, _ value: Double, _ source: String, _ count: Int64) throws -> Sample {
            var extra = Extra()
            extra.count = count
            return try samples.sample(type, start, end, value, from: samples.origin(source), extra: extra)
        }
        let first = try copy(one.start.0, one.end.0, one.value.0, one.source.0, one.count.0)
        let second = try copy(one.start.1, one.end.1, one.value.1, one.source.1, one.count.1)
        let pool = samples.pool
        let (counts, yields) = (pool.replaces(first, second), pool.replaces(second, first))
        #expect(counts && !yields)
        let isItself = pool.replaces(first, first)
        #expect(!isItself)
    }

    @Test(arguments: [(0.0005, Int64(1)), (-0.0005, 0), (0.0004, 0), (-0.0006, -1), (1.0015, 1002), (12.3455, 12346)])
    func `milliseconds are rounded to the nearest, halves up`(seconds: Double, milliseconds: Int64) {
        // Only where the half is one for the double too.
        #expect(Instant.milliseconds(seconds) == milliseconds)
    }

    private static func refusal(of unit: String) -> (codes: [String], message: String) {
        var journey = Journey()
        journey.commit(
            Line.upload("2024-01-07T12:00:00Z", [Line.quantity(1, of: "StepCount", "2024-01-05T10:00Z", "1", unit)])
        )
        let letter = journey.records.first { $0.deadLetter != nil }
        let message = letter?.headers.first { $0.name == "fork-error-message" }?.value ?? []
        return (journey.refusals, String(decoding: message, as: UTF8.self))
    }

    @Test func `a unit of more than 200 bytes is refused, and one of 200 is read`() {
        // 5 bytes, and 6 for each factor more; and parentheses.
        let factors = "count" + String(repeating: "*count", count: 32)
        #expect(factors.utf8.count == 197)
        #expect(Self.refusal(of: factors).codes.isEmpty)
        #expect(Self.refusal(of: "(\(factors)*%").codes == ["invalidValue"])
        #expect(Self.refusal(of: factors + "*%*%").codes == ["invalidValue"])
        #expect(Self.refusal(of: factors + "*%").codes.isEmpty)
    }

    @Test func `who reads a unit by itself has the same bound`() throws {
        let factors = "count" + String(repeating: "*count", count: 32)
        #expect(try Unit(factors + "*%").string.utf8.count == 199)
        #expect(throws: UnitError.self) { try Unit(factors + "*%*%") }
    }

    @Test func `who writes a second slash is told what to do`() {
        let (codes, message) = Self.refusal(of: "count/s/s")
        #expect(codes == ["invalidValue"])
        #expect(message.contains("a second /; put what belongs together into parentheses"), "\(message)")
    }
}
