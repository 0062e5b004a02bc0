import Vocabulary

extension Catalogue {
    /// Returns the type of the samples under a key of a document; nil if the key is no type.
    ///
    /// Most keys are HealthKit identifiers. Some types have a short key in the documents of their data type, such as
    /// `steps`, and routes are under `workoutRoute` everywhere.
    static func sampleType(key: String, in document: DataType) -> SampleType? {
        if let type = sampleType(named: key) { return type }
        if key == DataType.workoutRoute.name { return sampleType(named: "HKWorkoutRouteTypeIdentifier") }
        return shortKeys[key].flatMap { $0.document == document ? $0 : nil }
    }

    private static let shortKeys: [String: SampleType] = {
        let short = sampleTypes.filter { $0.documentKey != $0.identifier }
        return Dictionary(short.map { ($0.documentKey, $0) }) { first, _ in first }
    }()
}
