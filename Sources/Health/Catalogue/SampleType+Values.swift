extension SampleType {
    /// Whether a sample of the type can have a value, in the canonical unit: nothing is negative but temperatures above
    /// absolute zero, depths under water and levels in decibels, and no fraction is far above 1.
    func mayHave(_ value: Double) -> Bool {
        switch canonicalUnit?.string {
        case "%": value >= 0 && value <= 1.1
        // 0 K, as the other units of a temperature are converted.
        case "degC": value >= -273.150_000_1
        case "dBASPL", "dBHL": true
        default: value >= 0 || identifier == "HKQuantityTypeIdentifierUnderwaterDepth"
        }
    }
}
