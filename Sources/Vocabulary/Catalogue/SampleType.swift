/// A sample type of HealthKit: its index in the catalogue, and the properties that every sample needs.
///
/// It has six bytes and is free to copy. Reading these properties from the table would be slower.
package struct SampleType: Hashable, Sendable {
    /// The kind of data that a sample carries.
    package enum Kind: String, CaseIterable, Sendable {
        case quantity, category, correlation, characteristic, clinical
        case electrocardiogram, audiogram, workout, visionPrescription, stateOfMind, heartbeatSeries, workoutRoute
        case scoredAssessment, activitySummary, medicationDoseEvent, userAnnotatedMedication
        /// Motion activities of CoreMotion, which have only a start.
        case motion
        /// A clinical document in CDA, whose XML is one text.
        case documentCDA
    }

    /// How the samples of a quantity type are combined (`HKQuantityAggregationStyle`).
    package enum Aggregation: String, Sendable {
        /// Summed, such as steps or energy.
        case cumulative
        /// Averaged over the samples, such as body mass.
        case discreteArithmetic = "arithmetic"
        /// Averaged over time, such as heart rate.
        case discreteTemporallyWeighted = "temporally_weighted"
        /// Averaged as sound energy, such as audio exposure.
        case discreteEquivalentContinuousLevel = "equivalent_continuous_level"

        package var isCumulative: Bool { self == .cumulative }
    }

    /// The range of possible values of a quantity type.
    package enum Bounds: Sendable {
        /// 0 or any positive number.
        case nonNegative
        /// A share of a whole, from 0 to slightly more than 1, because some devices exceed 1.
        case fraction
        /// A temperature in degrees Celsius, at least 0 K.
        case temperature
        /// Any number: a depth, which can be a height, or a sound level, which is relative.
        case unbounded
    }

    /// The index in the catalogue, which can be stored because rows are only appended.
    package let index: UInt16
    package let kind: Kind
    /// The data type of the documents that contain samples of this type.
    package let document: DataType
    /// Whether samples are summed instead of averaged.
    package let isCumulative: Bool
    /// The range of possible values, in the canonical unit.
    package let bounds: Bounds

    private init(_ row: SampleTypeRow, index: Int) {
        self.index = UInt16(index)
        kind = row.kind
        document = row.document
        isCumulative = row.aggregation?.isCumulative ?? false
        bounds = row.bounds
    }

    /// All types, in the order of the catalogue.
    static let all = SampleTypeRow.all.enumerated().map { SampleType($1, index: $0) }

    /// HealthKit's identifier, as in uploads and documents.
    package var identifier: String { row.identifier }
    package var identifierBytes: [UInt8] { row.identifierBytes }
    /// The key of the samples in the document's `data`.
    package var documentKey: String { row.documentKey }
    package var documentKeyBytes: [UInt8] { row.documentKeyBytes }
    /// How samples are combined; nil if the type is not a quantity type.
    package var aggregation: Aggregation? { row.aggregation }
    /// The unit in which values are stored and shown; nil if the type is not a quantity type.
    package var canonicalUnit: Unit? { row.canonicalUnit }

    var enumeration: CategoryEnumeration? { row.enumeration }

    /// Whether documents list samples in the `data` of an item instead of nesting them as items.
    package var isListed: Bool { kind == .quantity || kind == .category }

    /// Whether a sample's value is one number, so that most samples are stored without a payload.
    package var hasValue: Bool { isListed || kind == .motion }

    private var row: SampleTypeRow { SampleTypeRow.all[Int(index)] }

    /// Compares the index only, because equal types are equal in everything.
    package static func == (left: Self, right: Self) -> Bool { left.index == right.index }

    package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
