extension SampleType {
    /// The greatest fraction that a device may tell: HealthKit's percentages are fractions, so 97 is not one.
    private static let greatestFraction = 1.1
    /// 0 K in degrees Celsius, less what the conversion from another unit may miss it by.
    private static let coldest = -273.15 * (1 + 1e-12)

    /// Whether a sample of the type can have a value, in the canonical unit.
    @inline(__always)
    func mayHave(_ value: Double) -> Bool {
        switch bounds {
        case .nonNegative: value >= 0 && value.isFinite
        case .fraction: value >= 0 && value <= Self.greatestFraction
        case .temperature: value >= Self.coldest && value.isFinite
        case .unbounded: value.isFinite
        }
    }
}
