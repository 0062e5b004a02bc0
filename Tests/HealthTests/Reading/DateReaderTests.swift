import Randomness
import Testing
import Vocabulary

struct DateReaderTests {
    private static func instant(_ text: String) -> Double? {
        let text = Array(text.utf8)
        var reader = DateReader()
        return reader.instant(text.span)
    }

    @Test(arguments: [
        ("2001-01-01T00:00:00Z", 0.0), ("2001-01-01T00:00Z", 0), ("2001-01-01t00:00:00z", 0),
        ("2001-01-01T02:00:00+02:00", 0), ("2001-01-01T02:00:00+0200", 0), ("2001-01-01T02:00:00+02", 0),
        ("2000-12-31T19:30:00-04:30", 0), ("2000-12-31T23:59:59.5Z", -0.5), ("2000-12-31T23:59:59,5Z", -0.5),
        ("2024-04-26T08:15:00.123Z", 735_812_100.123), ("2024-02-29T23:59:59Z", 730_943_999),
        ("2024-04-26T08:15:00.123456789012345678901234567890Z", 735_812_100.123456789012345),
        ("1900-01-01T00:00:00Z", -3_187_296_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
        ("2024-04-26T08:15:00-00:00", 735_812_100), ("2024-04-26T08:15:00+23:59", 735_725_760),
    ])
    func `a good date is read`(text: String, seconds: Double) throws {
        #expect(try #require(Self.instant(text)) == seconds)
    }

    @Test(arguments: [
        "", "2024", "2024-04-26", "2024-04-26T08:15:00", "2024-04-26 08:15:00Z", "2024-04-26T24:00:00Z",
        "2024-04-26T08:60:00Z", "2024-04-26T08:15:60Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
        "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-04-31T00:00:00Z", "2024-04-26T08:15:00.Z",
        "2024-04-26T08:15:00Zx", " 2024-04-26T08:15:00Z", "2024-4-26T08:15:00Z", "24-04-26T08:15:00Z",
        "2024-04-26T08:15:00+24:00", "2024-04-26T08:15:00+02:60", "2024-04-26T08:15:00+2", "2024-04-26T08:15:00+02:0",
        "2024-04-26T08Z", "2024-04-26T08:15.5Z", "2024-04-26T08:15:00+", "２０24-04-26T08:15:00Z", "20240426T081500Z",
        "2024-04-26T08:15:00+02:00:00", "-2024-04-26T08:15:00Z", "2024-04-26T08:15:00UTC",
    ])
    func `everything else is no date`(text: String) {
        #expect(Self.instant(text) == nil)
    }

    @Test func `what was read before changes nothing`() {
        let texts = ["2024-04-26", "2001-01-01", "2024-04-36", "2024-04-26", "2024-05-26"].flatMap { date in
            ["T08:15:00Z", "T08:15Z", "T08:75:00Z", "T08:15:00.5+02:00", ""].map { date + $0 }
        }
        var reader = DateReader()
        for text in texts + texts.reversed() {
            let bytes = Array(text.utf8)
            #expect(reader.instant(bytes.span) == Self.instant(text), "\(text)")
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `no bytes trap`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        var bytes = Array("2024-04-26T08:15:00.123+02:00".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        }
        let text = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &dice)))
        var reader = DateReader()
        let found = reader.instant(text.span)
        #expect(found.map { Instant.isDate($0) } ?? true, "seed \(seed)")
    }
}
