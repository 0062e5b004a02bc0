import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each correlation, with its members as components.
    mutating func addCorrelations(_ items: [ForkDocument.Item], _ type: SampleType) {
        let codes = FHIR.Codes.of(type)
        var resource = FHIR.Resource()
        for item in items {
            resource.observation(FHIR.Observation(item, codes), in: self)
            if type.identifier == "HKCorrelationTypeIdentifierBloodPressure" {
                resource.bloodPressure(item)
            } else {
                for member in item.members { resource.component(FHIR.Codes.of(member.type)) { $0.value(of: member) } }
            }
            add("Observation", item.id.map { .sample($0) } ?? .identifier(type.identifier), &resource)
        }
    }
}

/// A sample in a correlation.
private struct Member {
    let type: SampleType
    let quantity: ForkDocument.Quantity
}

extension ForkDocument.Item {
    fileprivate var members: [Member] {
        series.flatMap { series in
            series.type.map { type in series.quantities.map { Member(type: type, quantity: $0) } } ?? []
        }
    }
}

extension FHIR.Resource {
    /// Adds the components of a blood pressure panel.
    ///
    /// The profile for vital signs demands both pressures exactly once in each Observation. So further members have only
    /// the code of Apple.
    fileprivate mutating func bloodPressure(_ item: ForkDocument.Item) {
        var others = item.members
        let panel = [
            "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
        ].map { identifier in
            let index = others.firstIndex { $0.type.identifier == identifier }
            return (codes: FHIR.Codes.of(identifier), member: index.map { others.remove(at: $0) })
        }
        components { writer in
            for part in panel {
                writer.separate()
                writer.component(part.codes) { writer in
                    if let member = part.member { writer.value(of: member) } else { writer.absent() }
                }
            }
        } later: { writer in
            for part in panel {
                writer.separate()
                writer.component(part.codes) { $0.absent(.notApplicable) }
            }
        }
        for member in others {
            let codes = FHIR.Codes([FHIR.Coding(.apple, member.type.identifier)])
            component(codes) { $0.value(of: member) }
        }
    }
}

extension Writer {
    /// Appends the value and the metadata of a member of a correlation as members of a component.
    fileprivate mutating func value(of member: Member) {
        let (type, quantity) = (member.type, member.quantity)
        if type.kind == .category {
            key("valueCodeableConcept")
            concept([FHIR.Coding(category: quantity.value, of: type)])
        } else {
            key("valueQuantity")
            self.quantity(quantity.value, in: FHIR.Codes.of(type).unit)
        }
        let metadata = quantity.metadata.shown
        if metadata.isEmpty { return }
        key("extension")
        array(metadata) { $1.metadata($0) }
    }
}
