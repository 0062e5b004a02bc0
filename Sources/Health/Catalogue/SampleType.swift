/// One type of sample that HealthKit knows, as its place in the catalogue: two bytes, free to copy and to compare.
package struct SampleType: Hashable, Sendable {
    /// What a sample of the type carries.
    package enum Kind: String, CaseIterable, Sendable {
        case quantity, category, correlation, characteristic, clinical
        case electrocardiogram, audiogram, workout, visionPrescription, stateOfMind, heartbeatSeries, workoutRoute
        case scoredAssessment, activitySummary
        /// Clinical documents in CDA: known, and not processed by this version.
        case documentCDA
    }

    /// How the numbers of a quantity type become one (HealthKit's `HKQuantityAggregationStyle`).
    package enum Aggregation: String, Sendable {
        /// Summed: steps, energy.
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

    /// The place in the catalogue, from 0, in the table's order; it may be stored, since rows are only ever appended.
    package let index: UInt16

    init(index: Int) {
        self.index = UInt16(index)
    }

    /// HealthKit's identifier, as uploads and documents write it.
    package var identifier: String { row.identifier }
    /// The identifier's bytes.
    package var identifierBytes: [UInt8] { row.identifierBytes }
    /// What a sample of the type carries.
    package var kind: Kind { facts.kind }
    /// The data type of the documents in which samples of the type show.
    package var document: DataType { facts.document }
    /// The key of the samples in the `data` of such a document.
    package var documentKey: String { row.documentKey }
    /// The key's bytes.
    package var documentKeyBytes: [UInt8] { row.documentKeyBytes }
    /// How numbers become one; nil if it is no quantity type.
    package var aggregation: Aggregation? { row.aggregation }
    /// The unit in which numbers are kept and shown; nil if it is no quantity type.
    package var canonicalUnit: Unit? { row.canonicalUnit }

    var enumeration: CategoryEnumeration? { row.enumeration }
    /// Whether its samples add up, rather than being averaged.
    package var isCumulative: Bool { facts.isCumulative }

    /// Whether its samples are listed as quantities in an item's `data`.
    package var isListed: Bool { kind == .quantity || kind == .category }

    /// What is asked of every sample, apart from the rest of the row so that nothing is retained.
    struct Facts {
        let kind: Kind
        let document: DataType
        let isCumulative: Bool

        static let all = SampleTypeRow.all.map {
            Facts(kind: $0.kind, document: $0.document, isCumulative: $0.aggregation?.isCumulative ?? false)
        }
    }

    private var facts: Facts { Facts.all[Int(index)] }
    private var row: SampleTypeRow { SampleTypeRow.all[Int(index)] }
}
