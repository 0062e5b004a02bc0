import Formats
import Testing

/// Numbers with at most 15 significant digits.
struct SignificantDigitsTests {
    @Test(
        arguments: [
            (0.29 * 100, 29), (28.999999999999996, 29), (1.0 / 3, 0.333333333333333), (2.0 / 3, 0.666666666666667),
            (0, 0), (-0.1 - 0.2, -0.3), (999_999_999_999_999.9, 1e15),
            (123_456_789_012_345_680, 123_456_789_012_346_000),
            (1e-7 / 3, 3.33333333333333e-8), (1e-300 / 3, 3.33333333333333e-301), (1e300 / 3, 3.33333333333333e299),
            (.leastNonzeroMagnitude, .leastNonzeroMagnitude),
            (1.7976931348623157e308, 1.79769313486231e308), (.infinity, 1.79769313486231e308),
            (-.infinity, -1.79769313486231e308), (1e22, 1e22), (1e23, 1e23), (0.1, 0.1), (1, 1),
        ] as [(Double, Double)]
    )
    func `a number is the nearest one with 15 digits`(number: Double, rounded: Double) {
        #expect(number.roundedTo15Digits == rounded)
    }

    @Test func `numbers of all sizes have 15 digits at most, and change by less than the last of them`() {
        var state: UInt64 = 7
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Double(bitPattern: state ^ state >> 29)
            guard number.isNormal, number.magnitude < 1e308 else { continue }
            let rounded = number.roundedTo15Digits
            #expect(abs(rounded - number) <= number.magnitude * 6e-15, "\(number)")
            let digits = "\(rounded.magnitude)".split(separator: "e")[0].filter(\.isNumber)
            let trimmed = String(digits.drop { $0 == "0" }.reversed().drop { $0 == "0" })
            #expect(trimmed.count <= 15, "\(number) \(rounded)")
        }
    }
}
