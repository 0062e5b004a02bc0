/// How to turn a number of one unit into the number of another: multiply, shift, divide, in this order.
package struct Conversion: Hashable, Sendable {
    private let numerator: Double
    private let shift: Double
    private let denominator: Double

    /// Leaves every number as it is, to the bit.
    package static let identity = Conversion(numerator: 1, shift: 0, denominator: 1)

    private init(numerator: Double, shift: Double, denominator: Double) {
        self.numerator = numerator
        self.shift = shift
        self.denominator = denominator
    }

    /// Makes a conversion of a factor and of what is added after it.
    init(factor: Ratio, offset: Ratio) {
        // Both over one denominator: 98.6 °F are (98.6 × 5 − 160) / 9, which is 37 to the bit.
        let step = offset.numerator == 0 ? Ratio.one : Ratio(factor.denominator, offset.denominator)
        numerator = factor.numerator * step.denominator
        shift = offset.numerator * step.numerator
        denominator = factor.denominator * step.denominator
    }

    /// Whether every number stays as it is.
    package var isIdentity: Bool { numerator == denominator && shift == 0 }

    /// The number in the other unit; infinite where it is beyond a double.
    package func callAsFunction(_ value: Double) -> Double {
        if isIdentity { return value }
        return shift == 0 ? value * numerator / denominator : (value * numerator + shift) / denominator
    }
}
