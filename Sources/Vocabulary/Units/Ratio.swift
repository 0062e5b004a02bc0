/// A factor as a fraction of two doubles, in lowest terms while both are integers.
///
/// This keeps decimal factors exact: 4,200 cm become 42 m by dividing by 100. The double nearest to 0.01 would
/// introduce an error.
struct Ratio: Hashable, Sendable {
    let numerator: Double
    let denominator: Double

    static let one = Ratio(1, 1)
    static let zero = Ratio(0, 1)

    init(_ numerator: Double, _ denominator: Double) {
        let common = greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / common
        self.denominator = denominator / common
    }

    var value: Double { numerator / denominator }
    var inverse: Ratio { Ratio(denominator, numerator) }

    /// Whether the factor is a positive finite number that can be multiplied and divided by.
    var isUsable: Bool {
        numerator.isFinite && denominator.isFinite && numerator > 0 && denominator > 0 && value.isNormal
    }

    static func * (left: Ratio, right: Ratio) -> Ratio {
        // Reduced crosswise first, so that the products stay below the limit of exact integers.
        let first = Ratio(left.numerator, right.denominator)
        let second = Ratio(right.numerator, left.denominator)
        let product = Ratio(first.numerator * second.numerator, first.denominator * second.denominator)
        // 1e200/1e150 is a valid factor, but squaring its numerator overflows.
        let isHeld = product.numerator.isFinite && product.denominator.isNormal
        return isHeld ? product : Ratio(left.value * right.value, 1)
    }

    static func - (left: Ratio, right: Ratio) -> Ratio {
        Ratio(
            left.numerator * right.denominator - right.numerator * left.denominator,
            left.denominator * right.denominator
        )
    }

    /// Raises the factor to an integer power, which may be negative.
    func power(_ exponent: Int) -> Ratio {
        var result = Ratio.one
        for _ in 0..<abs(exponent) { result = result * self }
        return exponent < 0 ? result.inverse : result
    }
}

/// Returns the greatest common divisor of two integers; 1 if either number is not an exact integer.
private func greatestCommonDivisor(_ left: Double, _ right: Double) -> Double {
    let limit = 9_007_199_254_740_992.0
    guard abs(left) <= limit, abs(right) <= limit, left.rounded() == left, right.rounded() == right else { return 1 }
    var (greater, lesser) = (abs(left), abs(right))
    while lesser != 0 { (greater, lesser) = (lesser, greater.truncatingRemainder(dividingBy: lesser)) }
    return greater == 0 ? 1 : greater
}
