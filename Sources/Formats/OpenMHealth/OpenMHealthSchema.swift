package import Vocabulary

/// A schema of Open mHealth or Granola that bodies of data points follow.
///
/// The versions are the newest that do not refer to IEEE 1752.1.
package struct OpenMHealthSchema: Sendable, Equatable {
    /// The namespace, `omh` or `granola`.
    package let namespace: String
    package let name: String
    package let version: String

    private init(_ namespace: String, _ name: String, _ version: String) {
        self.namespace = namespace
        self.name = name
        self.version = version
    }

    static let stepCount = Self("omh", "step-count", "3.0")
    static let caloriesBurned = Self("omh", "calories-burned", "2.0")
    static let heartRate = Self("omh", "heart-rate", "2.0")
    static let bloodGlucose = Self("omh", "blood-glucose", "3.0")
    static let bloodPressure = Self("omh", "blood-pressure", "3.1")
    static let bodyWeight = Self("omh", "body-weight", "2.0")
    static let bodyHeight = Self("omh", "body-height", "1.0")
    static let bodyTemperature = Self("omh", "body-temperature", "3.0")
    static let bodyFatPercentage = Self("omh", "body-fat-percentage", "1.0")
    static let bodyMassIndex = Self("omh", "body-mass-index", "2.0")
    static let oxygenSaturation = Self("omh", "oxygen-saturation", "2.0")
    static let respiratoryRate = Self("omh", "respiratory-rate", "2.0")
    static let rrInterval = Self("omh", "rr-interval", "1.0")
    static let physicalActivity = Self("omh", "physical-activity", "1.2")
    static let sleepEpisode = Self("omh", "sleep-episode", "1.1")
    static let quantitySample = Self("granola", "hk-quantity-sample", "1.0")
    static let categorySample = Self("granola", "hk-category-sample", "1.0")
    static let correlation = Self("granola", "hk-correlation", "1.0")

    /// Returns the schema of the samples of a type, or of their totals; nil if they make no data points.
    package static func schema(of type: SampleType) -> OpenMHealthSchema? {
        switch type.kind {
        case .quantity: QuantitySchema.schema(of: type)?.schema ?? .quantitySample
        case .category: type == .sleepAnalysis ? .sleepEpisode : .categorySample
        case .correlation: type == SampleType.bloodPressure ? .bloodPressure : .correlation
        case .heartbeatSeries: .rrInterval
        case .workout: .physicalActivity
        default: nil
        }
    }
}

/// A schema whose body has one quantity.
struct QuantitySchema: Sendable {
    let schema: OpenMHealthSchema
    /// The member of the body that has the value.
    let member: String
    /// The unit of the value in the body.
    let unit: String
    /// The unit of the values in documents.
    let documentUnit: String
    /// Whether a condensed sample makes data points of its minimum and maximum too.
    let hasExtremes: Bool
    /// Whether the time must be an interval.
    let isOfInterval: Bool

    private init(
        _ schema: OpenMHealthSchema,
        _ member: String,
        _ unit: String,
        from documentUnit: String,
        hasExtremes: Bool = false,
        isOfInterval: Bool = false
    ) {
        self.schema = schema
        self.member = member
        self.unit = unit
        self.documentUnit = documentUnit
        self.hasExtremes = hasExtremes
        self.isOfInterval = isOfInterval
    }

    /// Returns the schema of a quantity type; nil if its samples follow `hk-quantity-sample`.
    static func schema(of type: SampleType) -> QuantitySchema? { table[type] }

    private static let table: [SampleType: QuantitySchema] = {
        let rows: [(String, QuantitySchema)] = [
            ("StepCount", .init(.stepCount, "step_count", "steps", from: "count", isOfInterval: true)),
            ("ActiveEnergyBurned", .init(.caloriesBurned, "kcal_burned", "kcal", from: "kcal", isOfInterval: true)),
            ("HeartRate", .init(.heartRate, "heart_rate", "beats/min", from: "count/min", hasExtremes: true)),
            ("BloodGlucose", .init(.bloodGlucose, "blood_glucose", "mg/dL", from: "mg/dL")),
            ("BodyMass", .init(.bodyWeight, "body_weight", "kg", from: "kg")),
            ("Height", .init(.bodyHeight, "body_height", "m", from: "m")),
            ("BodyTemperature", .init(.bodyTemperature, "body_temperature", "C", from: "degC")),
            ("BodyFatPercentage", .init(.bodyFatPercentage, "body_fat_percentage", "%", from: "%")),
            ("BodyMassIndex", .init(.bodyMassIndex, "body_mass_index", "kg/m^2", from: "count")),
            ("OxygenSaturation", .init(.oxygenSaturation, "oxygen_saturation", "%", from: "%", hasExtremes: true)),
            ("RespiratoryRate", .init(.respiratoryRate, "respiratory_rate", "breaths/min", from: "count/min")),
        ]
        let typed = rows.map { (Catalogue.sampleType(named: "HKQuantityTypeIdentifier" + $0), $1) }
        return Dictionary(typed.compactMap { type, schema in type.map { ($0, schema) } }) { first, _ in first }
    }()
}

extension SampleType {
    /// The correlation of a systolic and a diastolic pressure.
    static let bloodPressure = Catalogue.sampleType(named: "HKCorrelationTypeIdentifierBloodPressure")
}
