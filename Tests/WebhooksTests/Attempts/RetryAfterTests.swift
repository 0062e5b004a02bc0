import Testing
import Webhooks

struct RetryAfterTests {
    /// 1994-11-06T08:49:37Z, the example of RFC 9110.
    private static let example: Int64 = 784_111_777

    private static func seconds(_ text: String, now: Int64 = example - 60) -> Int? {
        RetryAfter.seconds(Array(text.utf8), nowSeconds: now)
    }

    @Test(arguments: [
        ("0", 0), ("1", 1), ("120", 120), ("86400", 86_400), ("86401", 86_400), ("007", 7), (" 120\t", 120),
        ("99999999999999999999999999", 86_400),
    ])
    func `a number is seconds, at most a day`(text: String, seconds: Int) {
        #expect(Self.seconds(text) == seconds)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "  Sun, 06 Nov 1994 08:49:37 GMT ",
    ])
    func `a date in each of the three forms is the time until then, at most a day`(text: String) {
        #expect(Self.seconds(text) == 60)
        #expect(Self.seconds(text, now: Self.example) == 0)
        #expect(Self.seconds(text, now: Self.example + 1_000) == 0)
        #expect(Self.seconds(text, now: Self.example - 86_400) == 86_400)
        #expect(Self.seconds(text, now: Self.example - 86_401) == 86_400)
        #expect(Self.seconds(text, now: Self.example - 10_000_000) == 86_400)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sat, 29 Feb 2020 23:59:59 GMT", 1_583_020_799),
            ("Wed, 31 Dec 2036 23:59:60 GMT", 2_114_380_800), ("Thu, 31 Dec 2099 23:59:59 GMT", 4_102_444_799),
            ("Tue Feb 29 12:00:00 2028", 1_835_438_400), ("Fri Dec 31 12:00:00 2027", 1_830_254_400),
        ] as [(String, Int64)]
    )
    func `a date is this second`(text: String, unixSeconds: Int64) {
        #expect(Self.seconds(text, now: unixSeconds - 100) == 100)
        #expect(Self.seconds(text, now: unixSeconds) == 0)
    }

    @Test(
        arguments: [
            // The year of the clock, and the seconds from 2000-01-01 or 2100-01-01 on which the date begins.
            (946_684_800 - 10, "Saturday, 01-Jan-00 00:00:00 GMT", 10),
            (4_102_444_800 - 10, "Friday, 01-Jan-00 00:00:00 GMT", 10),
            (1_735_689_600, "Saturday, 01-Jan-94 00:00:00 GMT", 0),
            (1_735_689_600, "Wednesday, 01-Jan-75 00:00:00 GMT", 86_400),
            (1_735_689_600, "Thursday, 01-Jan-76 00:00:00 GMT", 0),
            (3_471_292_800, "Tuesday, 01-Jan-30 00:00:00 GMT", 86_400),
            (3_471_292_800, "Wednesday, 01-Jan-31 00:00:00 GMT", 0),
        ] as [(Int64, String, Int)]
    )
    func `a year of two digits is the nearest one, at most 50 years ahead`(now: Int64, text: String, seconds: Int) {
        #expect(Self.seconds(text, now: now) == seconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1s", "0x10", "soon", "1 2", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Day, 06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sunday, 06-Nov 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT",
        "Sun Nov 0 08:49:37 1994",
        "Sun Nov 00006 08:49:37 1994", "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 08:49:37 GMT                            ,",
        "Sun, xx Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 19x4 08:49:37 GMT", "Sunday, 06-Nov-+4 08:49:37 GMT",
    ])
    func `anything else is no time`(text: String) {
        #expect(Self.seconds(text) == nil)
    }

    @Test func `a clock that is far off does no harm`() {
        for now in [Int64.min / 4, Int64.max / 4, 0] {
            for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"] {
                #expect((0...86_400).contains(Self.seconds(text, now: now) ?? 0))
            }
        }
    }
}
