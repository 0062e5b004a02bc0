import Health
import Testing
import Vocabulary

/// Versions are numbers, compared exactly.
@Suite struct SampleVersionTests {
    /// Each is greater than the one before.
    private static let ascending: [SampleVersion?] = [
        SampleVersion(number: -Double.greatestFiniteMagnitude), SampleVersion(number: -0x1p64), SampleVersion(.min),
        SampleVersion(.min + 1), SampleVersion(Array("-2.5".utf8)), SampleVersion(-2), SampleVersion(number: -0.5),
        SampleVersion(0), SampleVersion(number: Double.leastNonzeroMagnitude), SampleVersion(number: 0.5),
        SampleVersion(1), SampleVersion(number: 1.5), SampleVersion(number: 2.5), SampleVersion(9_007_199_254_740_992),
        SampleVersion(9_007_199_254_740_993), SampleVersion(number: 9_007_199_254_740_994),
        SampleVersion(number: 9_223_372_036_854_774_784), SampleVersion(.max - 1), SampleVersion(.max),
        SampleVersion(number: 0x1p63), SampleVersion(number: 1e300), SampleVersion(Array("1e400".utf8)),
    ]

    @Test func `versions are in the order of numbers, integers beyond a double's too`() throws {
        let versions = try Self.ascending.map { try #require($0) }
        for left in versions.indices {
            for right in versions.indices {
                #expect((versions[left] < versions[right]) == (left < right), "\(versions[left]) \(versions[right])")
                #expect((versions[left] == versions[right]) == (left == right))
            }
        }
    }

    @Test(arguments: [
        ("3", SampleVersion(3)), ("-3", SampleVersion(-3)), ("0", SampleVersion(0)), ("-0", SampleVersion(0)),
        ("2.5", SampleVersion(number: 2.5)), ("1e3", SampleVersion(1000)), ("1E+3", SampleVersion(1000)),
        ("25e-1", SampleVersion(number: 2.5)), ("9007199254740993", SampleVersion(9_007_199_254_740_993)),
        ("9223372036854775807", SampleVersion(.max)), ("9223372036854775808", SampleVersion(number: 0x1p63)),
        ("-9223372036854775808", SampleVersion(.min)),
        ("-1e999", SampleVersion(number: -Double.greatestFiniteMagnitude)),
    ])
    func `a text that is a number of JSON is that number`(text: String, version: SampleVersion) {
        #expect(SampleVersion(Array(text.utf8)) == version)
    }

    @Test(arguments: [
        "", "-", "+3", "03", "3.", ".5", "1e", "1e+", " 3", "3 ", "0x10", "inf", "nan", "Infinity", "1_000", "1,5",
        "v3", "3a", "1.5.2", "--3", "\u{FF13}", "00",
    ])
    func `any other text is no version`(text: String) {
        #expect(SampleVersion(Array(text.utf8)) == nil)
    }
}
