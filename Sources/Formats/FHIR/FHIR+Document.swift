package import Vocabulary

extension FHIR {
    /// Returns the records of a document as bundles; the JSON is a whole Fork document, with its parts joined.
    ///
    /// A measurement goes out once. The samples in a workout go out with their own documents, and the members of a
    /// correlation in it only. The samples of daily totals, and what a summary of activities sums, go out as totals or
    /// with their own documents. A night or workout that is not primary makes no resource. What is not a Fork document
    /// makes an empty bundle.
    package static func records(_ json: [UInt8], _ zones: ZoneTable, maximum: Int) -> [[UInt8]] {
        guard let document = ForkDocument(json) else {
            return [Array("{\"resourceType\":\"Bundle\",\"type\":\"batch\"}".utf8)]
        }
        var bundle = Bundle(document, zones, maximum: maximum)
        for item in document.items { bundle.add(item) }
        return bundle.finish()
    }
}

extension FHIR.Bundle {
    /// Adds the resources of an item of the document.
    fileprivate mutating func add(_ item: ForkDocument.Item) {
        switch document.type {
        case .sleep: if item.isPrimary { addNight(item) }
        case .workouts: if item.isPrimary { addWorkout(item) }
        case .motion: addMotion(item)
        case .activitiesSummary: addNested(of: item)
        case .steps, .distance, .calories, .flightsClimbed: addSamples(of: item)
        case .characteristic: addCharacteristics(item)
        case .activity, .vo2Max, .body, .reproductiveHealth, .hearing, .heart, .oxygenSaturation, .vitalSigns,
            .breathing,
            .glucose, .labAndTestResults, .nutrition, .alcoholConsumption, .mobility, .uvExposure, .diving,
            .mindfulness,
            .selfCare, .symptoms, .clinical, .electrocardiogram, .visionPrescription, .stateOfMind, .workoutRoute,
            .scoredAssessment, .medications:
            addSamples(of: item)
            addNested(of: item)
        }
    }

    /// Adds the samples that an item has as nested items.
    private mutating func addNested(of item: ForkDocument.Item) {
        for nested in item.nested {
            guard let type = nested.type else { continue }
            switch type.kind {
            case .correlation: addCorrelations(nested.items, type)
            case .electrocardiogram: addElectrocardiograms(nested.items, type)
            case .heartbeatSeries: addHeartbeats(nested.items, type)
            case .clinical, .documentCDA: addClinicalRecords(nested.items, type)
            case .scoredAssessment: addAssessments(nested.items, type)
            case .audiogram, .visionPrescription, .stateOfMind, .workoutRoute, .activitySummary, .medicationDoseEvent,
                .userAnnotatedMedication:
                addFields(nested.items, type)
            // Documents have these kinds elsewhere.
            case .quantity, .category, .characteristic, .workout, .motion: break
            }
        }
    }
}
