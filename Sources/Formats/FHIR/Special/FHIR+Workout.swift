import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation of a workout: its activity as value, and its duration and statistics as components.
    mutating func addWorkout(_ item: ForkDocument.Item) {
        let identifier = "HKWorkoutTypeIdentifier"
        var observation = FHIR.Observation(item, FHIR.Codes.of(identifier))
        // All workouts in FHIR are primary.
        observation.metadata.entries.removeAll { $0.key == "duration" || $0.key == "primary" }
        var resource = FHIR.Resource()
        resource.observation(observation, in: self)
        let code = Catalogue.workoutActivityCode(named: item.name)
        let activity = FHIR.Coding(.apple, "\(identifier).\(code)", item.name)
        resource.once("valueCodeableConcept") { $0.concept([activity]) }
        if let duration = item.metadata["duration"] {
            let codes = FHIR.Codes.of("\(identifier).duration")
            resource.component(codes) { writer in
                writer.key("valueQuantity")
                writer.quantity(ForkDocument.Measure(number: duration.number, unit: "s"), in: codes.unit)
            }
        }
        for series in item.series {
            let codes = series.type.map { FHIR.Codes.of($0) } ?? FHIR.Codes.of(series.key)
            for quantity in series.quantities {
                resource.component(codes.of(statistic: quantity.kind)) { writer in
                    writer.key("valueQuantity")
                    writer.quantity(quantity.value, in: codes.unit)
                }
            }
        }
        add("Observation", item.id.map { .sample($0) } ?? .identifier(identifier), &resource)
    }
}

extension FHIR.Codes {
    /// Returns the codes of a statistic of these samples: `sum`, `average`, `minimum`, `maximum` or `most_recent`.
    fileprivate func of(statistic: String) -> FHIR.Codes {
        guard let coding = Self.statistics[statistic] else { return self }
        return FHIR.Codes(codings + [coding], unit: unit)
    }

    private static let statistics: [String: FHIR.Coding] = [
        "sum": FHIR.Coding(.statistics, "sum", "Sum"),
        "average": FHIR.Coding(.statistics, "average", "Average"),
        "minimum": FHIR.Coding(.statistics, "minimum", "Minimum"),
        "maximum": FHIR.Coding(.statistics, "maximum", "Maximum"),
        // The code system of statistics does not have the newest value.
        "most_recent": FHIR.Coding(.apple, "HKStatisticsOptions.mostRecent", "Most Recent"),
    ]
}
