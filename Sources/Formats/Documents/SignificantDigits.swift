extension Double {
    /// The nearest number with 15 significant digits, which hides the rounding of a conversion: 0.29 × 100 is 29.
    ///
    /// Infinities become the greatest finite number of their sign.
    package var roundedTo15Digits: Double {
        guard isFinite else { return isNaN ? 0 : sign == .minus ? -Self.greatest : Self.greatest }
        guard isNormal else { return self }
        // The floor of the logarithm to base 10, or one more or less.
        var exponent = Int((Double(self.exponent) * 0.301_029_995_663_981_2).rounded(.down))
        var digits = scaled(byPowerOfTen: 14 - exponent)
        if digits.magnitude >= 1e15 {
            exponent += 1
            digits = scaled(byPowerOfTen: 14 - exponent)
        } else if digits.magnitude < 1e14 {
            exponent -= 1
            digits = scaled(byPowerOfTen: 14 - exponent)
        }
        let whole = digits.rounded()
        // A whole number below 2^53 and an exact power of ten have the nearest double as quotient or product.
        switch 14 - exponent {
        case let power where (0...22).contains(power): return whole / Self.powersOfTen[power]
        case let power where (-22..<0).contains(power): return whole * Self.powersOfTen[-power]
        case let power:
            let rounded = Double("\(Int64(whole))e\(-power)") ?? self
            return rounded.isFinite ? rounded : sign == .minus ? -Self.greatest : Self.greatest
        }
    }

    private func scaled(byPowerOfTen power: Int) -> Double {
        var (number, rest) = (self, power)
        while rest > 0 {
            number *= Self.powersOfTen[min(rest, 22)]
            rest -= min(rest, 22)
        }
        while rest < 0 {
            number /= Self.powersOfTen[min(-rest, 22)]
            rest += min(-rest, 22)
        }
        return number
    }

    /// The greatest finite number with 15 significant digits.
    private static let greatest = 1.79769313486231e308

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]
}
