/// A conversion between two units: multiply, add, divide, in this order.
package struct Conversion: Hashable, Sendable {
    private let numerator: Double
    private let shift: Double
    private let denominator: Double

    /// The conversion that returns every number unchanged, bit by bit.
    package static let identity = Conversion(numerator: 1, shift: 0, denominator: 1)

    private init(numerator: Double, shift: Double, denominator: Double) {
        self.numerator = numerator
        self.shift = shift
        self.denominator = denominator
    }

    /// Creates a conversion that multiplies by a factor and then adds an offset.
    init(factor: Ratio, offset: Ratio) {
        // Factor and offset get a common denominator, for exact results: 98.6 °F is (98.6 × 5 − 160) / 9 = 37.
        let step = offset.numerator == 0 ? Ratio.one : Ratio(factor.denominator, offset.denominator)
        numerator = factor.numerator * step.denominator
        shift = offset.numerator * step.numerator
        denominator = factor.denominator * step.denominator
    }

    package var isIdentity: Bool { numerator == denominator && shift == 0 }

    /// Converts a number; the result is infinite if it exceeds a double.
    package func callAsFunction(_ value: Double) -> Double {
        if isIdentity { return value }
        return shift == 0 ? value * numerator / denominator : (value * numerator + shift) / denominator
    }
}
