/// One type of sample that HealthKit knows: its place in the catalogue, and what is asked of every sample of it.
///
/// Six bytes, free to copy: to look into a table, which is made at its first use, takes longer.
package struct SampleType: Hashable, Sendable {
    /// What a sample of the type carries.
    package enum Kind: String, CaseIterable, Sendable {
        case quantity, category, correlation, characteristic, clinical
        case electrocardiogram, audiogram, workout, visionPrescription, stateOfMind, heartbeatSeries, workoutRoute
        case scoredAssessment, activitySummary, medicationDoseEvent, userAnnotatedMedication
        /// Clinical documents in CDA: known, and not processed by this version.
        case documentCDA
    }

    /// How the numbers of a quantity type become one (HealthKit's `HKQuantityAggregationStyle`).
    package enum Aggregation: String, Sendable {
        /// Summed over a day, such as steps or energy.
        case cumulative
        /// Averaged over the samples: body mass.
        case discreteArithmetic = "arithmetic"
        /// Averaged over time: heart rate.
        case discreteTemporallyWeighted = "temporally_weighted"
        /// Averaged as sound pressure is: audio exposure.
        case discreteEquivalentContinuousLevel = "equivalent_continuous_level"

        /// Whether the numbers are summed.
        package var isCumulative: Bool { self == .cumulative }
    }

    /// Which numbers a quantity can be.
    package enum Bounds: Sendable {
        /// No measurement is below zero.
        case nonNegative
        /// A share of a whole, which some devices tell a little above it.
        case fraction
        /// A temperature in degrees Celsius.
        case temperature
        /// A depth, which is also a height, or a level against one that is given.
        case unbounded
    }

    /// The place in the catalogue, from 0; it may be stored, since rows are only ever appended.
    package let index: UInt16
    /// What a sample of the type carries.
    package let kind: Kind
    /// The data type of the documents in which samples of the type show.
    package let document: DataType
    /// Whether its samples add up, rather than being averaged.
    package let isCumulative: Bool
    /// Which numbers its samples can have, in the canonical unit.
    package let bounds: Bounds

    private init(_ row: SampleTypeRow, index: Int) {
        self.index = UInt16(index)
        kind = row.kind
        document = row.document
        isCumulative = row.aggregation?.isCumulative ?? false
        bounds = row.bounds
    }

    /// All of them, in the catalogue's order.
    static let all = SampleTypeRow.all.enumerated().map { SampleType($1, index: $0) }

    /// HealthKit's identifier, as uploads and documents write it.
    package var identifier: String { row.identifier }
    package var identifierBytes: [UInt8] { row.identifierBytes }
    /// The key of the samples in the `data` of such a document.
    package var documentKey: String { row.documentKey }
    package var documentKeyBytes: [UInt8] { row.documentKeyBytes }
    /// How numbers become one; nil if it is no quantity type.
    package var aggregation: Aggregation? { row.aggregation }
    /// The unit in which numbers are kept and shown; nil if it is no quantity type.
    package var canonicalUnit: Unit? { row.canonicalUnit }

    var enumeration: CategoryEnumeration? { row.enumeration }

    /// Whether its samples are listed as quantities in an item's `data`.
    package var isListed: Bool { kind == .quantity || kind == .category }

    private var row: SampleTypeRow { SampleTypeRow.all[Int(index)] }

    /// Of equal types all is equal.
    package static func == (left: Self, right: Self) -> Bool { left.index == right.index }

    /// Hashes the place alone.
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
