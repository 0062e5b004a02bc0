extension SampleType {
    /// The greatest accepted percentage, as a fraction: HealthKit writes 97 % as 0.97.
    private static let greatestFraction = 1.1
    /// 0 K in degrees Celsius, with a tolerance for the rounding of unit conversions.
    private static let coldest = -273.15 * (1 + 1e-12)

    /// Whether a sample of the type can have this value, in the canonical unit.
    @inline(__always)
    package func mayHave(_ value: Double) -> Bool {
        switch bounds {
        case .nonNegative: value >= 0 && value.isFinite
        case .fraction: value >= 0 && value <= Self.greatestFraction
        case .temperature: value >= Self.coldest && value.isFinite
        case .unbounded: value.isFinite
        }
    }
}
