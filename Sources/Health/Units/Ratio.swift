/// A factor as a fraction of two doubles, kept in lowest terms while both are whole numbers.
///
/// Decimal factors are exact this way: 42 m come out of 4,200 cm because 4,200 is divided by 100 instead of being
/// multiplied by a 0.01 that no double holds.
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

    /// Whether it can be multiplied and divided by without leaving the doubles.
    var isUsable: Bool {
        numerator.isFinite && denominator.isFinite && numerator > 0 && denominator > 0 && value.isNormal
    }

    static func * (left: Ratio, right: Ratio) -> Ratio {
        // Reduced crosswise first, so that the products stay below the limit of exact whole numbers.
        let first = Ratio(left.numerator, right.denominator)
        let second = Ratio(right.numerator, left.denominator)
        let product = Ratio(first.numerator * second.numerator, first.denominator * second.denominator)
        // 1e200/1e150 is a fine factor, its square as a fraction is not.
        let isHeld = product.numerator.isFinite && product.denominator.isNormal
        return isHeld ? product : Ratio(left.value * right.value, 1)
    }

    static func - (left: Ratio, right: Ratio) -> Ratio {
        Ratio(
            left.numerator * right.denominator - right.numerator * left.denominator,
            left.denominator * right.denominator
        )
    }

    /// Raises to a whole power, also a negative one.
    func power(_ exponent: Int) -> Ratio {
        var result = Ratio.one
        for _ in 0..<abs(exponent) { result = result * self }
        return exponent < 0 ? result.inverse : result
    }
}

/// The greatest common divisor of two whole numbers; 1 where one of them is no exact whole number.
private func greatestCommonDivisor(_ left: Double, _ right: Double) -> Double {
    let limit = 9_007_199_254_740_992.0
    guard abs(left) <= limit, abs(right) <= limit, left.rounded() == left, right.rounded() == right else { return 1 }
    var (greater, lesser) = (abs(left), abs(right))
    while lesser != 0 { (greater, lesser) = (lesser, greater.truncatingRemainder(dividingBy: lesser)) }
    return greater == 0 ? 1 : greater
}
