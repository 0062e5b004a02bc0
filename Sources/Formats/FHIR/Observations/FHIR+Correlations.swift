import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each correlation, with its members as components.
    mutating func addCorrelations(_ items: [ForkDocument.Item], _ type: SampleType) {
        let codes = FHIR.Codes.of(type)
        let isBloodPressure = type.identifier == "HKCorrelationTypeIdentifierBloodPressure"
        var resource = FHIR.Resource()
        for item in items {
            resource.observation(FHIR.Observation(item, codes), in: self)
            if isBloodPressure { resource.bloodPressure(item) } else { resource.members(item.series) }
            add("Observation", item.id.map { .sample($0) } ?? .identifier(type.identifier), &resource)
        }
    }
}

extension FHIR.Resource {
    /// Adds the components of a blood pressure panel, both of which the profile for vital signs demands exactly once.
    fileprivate mutating func bloodPressure(_ item: ForkDocument.Item) {
        var others = item.series
        for identifier in [
            "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
        ] {
            let index = others.firstIndex { $0.type?.identifier == identifier && !$0.quantities.isEmpty }
            let codes = FHIR.Codes.of(identifier)
            guard let index, let type = others[index].type else {
                component(codes) { $0.absent() }
                continue
            }
            member(others[index].quantities.removeFirst(), type, codes)
        }
        members(others) { FHIR.Codes([FHIR.Coding(.apple, $0.identifier)], unit: FHIR.Codes.of($0).unit) }
    }

    /// Adds a component for each member of a correlation.
    fileprivate mutating func members(
        _ series: [ForkDocument.Series],
        codes: (SampleType) -> FHIR.Codes = { FHIR.Codes.of($0) }
    ) {
        for series in series {
            guard let type = series.type else { continue }
            let codes = codes(type)
            for quantity in series.quantities { member(quantity, type, codes) }
        }
    }

    private mutating func member(_ quantity: ForkDocument.Quantity, _ type: SampleType, _ codes: FHIR.Codes) {
        component(codes) { writer in
            if type.kind == .category {
                writer.key("valueCodeableConcept")
                writer.concept([FHIR.Coding(category: quantity.value, of: type)])
            } else {
                writer.key("valueQuantity")
                writer.quantity(quantity.value, in: codes.unit)
            }
            let metadata = quantity.metadata.shown
            if metadata.isEmpty { return }
            writer.key("extension")
            writer.array(metadata) { $1.metadata($0) }
        }
    }
}

extension Writer {
    /// Appends the member that says that a value is not known.
    package mutating func absent() {
        key("dataAbsentReason")
        concept([.unknown])
    }
}

extension FHIR.Coding {
    /// The reason that a value is not known.
    static let unknown = FHIR.Coding(.dataAbsentReason, "unknown", "Unknown")
}
