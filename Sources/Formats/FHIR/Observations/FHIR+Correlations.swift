import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each correlation, with its members as components.
    mutating func addCorrelations(_ items: [ForkDocument.Item], _ type: SampleType) {
        for item in items {
            addObservation(item, type) { resource in
                if type.identifier == "HKCorrelationTypeIdentifierBloodPressure" {
                    resource.bloodPressure(item)
                } else {
                    for member in item.members { resource.component(of: member, FHIR.Codes.of(member.type)) }
                }
            }
        }
    }
}

/// A sample in a correlation.
private struct Member {
    let type: SampleType
    let quantity: ForkDocument.Quantity

    /// The most metadata values of a component, which cannot be divided and must fit in a record.
    static let mostMetadata = 100
}

extension ForkDocument.Item {
    fileprivate var members: [Member] {
        series.flatMap { series in
            series.type.map { type in series.quantities.map { Member(type: type, quantity: $0) } } ?? []
        }
    }
}

extension FHIR.Resource {
    /// Adds the component of a member, and further components for metadata that it has no room for.
    fileprivate mutating func component(of member: Member, _ codes: FHIR.Codes) {
        component(codes) { $0.value(of: member) }
        furtherMetadata(of: member)
    }

    /// Adds components without a value for the metadata that the component of a member has no room for.
    private mutating func furtherMetadata(of member: Member) {
        let metadata = member.quantity.metadata.shown
        for start in stride(from: Member.mostMetadata, to: metadata.count, by: Member.mostMetadata) {
            component(FHIR.Codes.apple(member.type)) { writer in
                writer.absent(.notApplicable)
                writer.extensions(metadata[start..<min(start + Member.mostMetadata, metadata.count)])
            }
        }
    }

    /// Adds the components of a blood pressure panel.
    ///
    /// The profile for vital signs demands both pressures exactly once in each Observation. So further members have
    /// only the code of Apple.
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
        for part in panel { if let member = part.member { furtherMetadata(of: member) } }
        for member in others { component(of: member, FHIR.Codes.apple(member.type)) }
    }
}

extension FHIR.Codes {
    /// Returns the code of Apple alone.
    fileprivate static func apple(_ type: SampleType) -> FHIR.Codes {
        FHIR.Codes(of(type).codings.filter { $0.system == .apple })
    }
}

extension Writer {
    /// Appends the value and the first metadata of a member of a correlation as members of a component.
    fileprivate mutating func value(of member: Member) {
        let (type, quantity) = (member.type, member.quantity)
        if type.kind == .category {
            key("valueCodeableConcept")
            concept([FHIR.Coding(category: quantity.value, of: type)])
        } else {
            key("valueQuantity")
            self.quantity(quantity.value, in: FHIR.Codes.of(type).unit)
        }
        extensions(quantity.metadata.shown.prefix(Member.mostMetadata))
    }

    /// Appends the member with metadata; nothing if there is none.
    fileprivate mutating func extensions(_ metadata: ArraySlice<ForkDocument.Metadata.Entry>) {
        if metadata.isEmpty { return }
        key("extension")
        array(metadata) { $1.metadata($0) }
    }
}
