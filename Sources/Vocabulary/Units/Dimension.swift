/// The dimension of a unit: a power for each base dimension of HealthKit.
///
/// Unlike in SI, energy and pressure are base dimensions, as in HealthKit, where a joule is not compatible with
/// `kg·m^2/s^2`. Volume is length³, power is energy per time, and frequency is 1 per time.
package struct Dimension: Hashable, Sendable {
    private var powers = SIMD32<Int8>()

    /// The dimension of pure numbers, `count` and `%`.
    static let none = Dimension()
    static let mass = Dimension(base: 0)
    static let masslessMole = Dimension(base: 1)
    static let length = Dimension(base: 2)
    static let pressure = Dimension(base: 3)
    static let soundPressureLevel = Dimension(base: 4)
    static let time = Dimension(base: 5)
    static let energy = Dimension(base: 6)
    static let temperature = Dimension(base: 7)
    static let conductance = Dimension(base: 8)
    static let internationalUnit = Dimension(base: 9)
    static let hearingSensitivity = Dimension(base: 10)
    static let electricPotentialDifference = Dimension(base: 11)
    static let diopter = Dimension(base: 12)
    static let prismDiopter = Dimension(base: 13)
    static let angle = Dimension(base: 14)
    static let illuminance = Dimension(base: 15)
    static let appleEffortScore = Dimension(base: 16)

    static let volume = Dimension(base: 2, power: 3)
    static let frequency = Dimension(base: 5, power: -1)
    static let power: Dimension = {
        var power = Dimension.energy
        power.powers[5] = -1
        return power
    }()

    private init() {}

    private init(base: Int, power: Int8 = 1) {
        powers[base] = power
    }

    /// Whether the dimension contains moles without a molar mass.
    var countsMoles: Bool { powers[1] != 0 }

    /// Returns the product with a power of another dimension; nil if a power exceeds the supported range.
    func multiplied(by other: Dimension, power: Int) -> Dimension? {
        var result = self
        for base in 0..<17 where other.powers[base] != 0 {
            let sum = Int(powers[base]) + Int(other.powers[base]) * power
            guard abs(sum) <= 100 else { return nil }
            result.powers[base] = Int8(sum)
        }
        return result
    }
}
