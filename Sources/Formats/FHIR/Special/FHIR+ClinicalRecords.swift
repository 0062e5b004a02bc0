import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds the resource of each clinical record: the hospital's, or a Binary for what is not a resource of R4.
    mutating func addClinicalRecords(_ items: [ForkDocument.Item], _ type: SampleType) {
        for item in items { addClinicalRecord(item, type) }
    }

    private mutating func addClinicalRecord(_ item: ForkDocument.Item, _ type: SampleType) {
        let isCDA = type.kind == .documentCDA
        guard let content = item.text(isCDA ? "document" : "fhir_resource") else { return addFields([item], type) }
        var resource = FHIR.Resource()
        if !isCDA, let own = FHIR.HospitalResource(Array(content.utf8), version: item.versionOfFHIR) {
            resource.always(json: own.members)
            add(own.type, .named(item, type), &resource, meta: own.meta)
        } else {
            resource.always("contentType") { $0.string(isCDA ? "text/xml" : "application/fhir+json") }
            resource.always("data") { $0.string(Base64.text(content.utf8)) }
            add("Binary", .named(item, type), &resource)
        }
    }
}

extension ForkDocument.Item {
    /// The version of FHIR that a clinical record names; nil if it names none, and empty if it is not one text.
    fileprivate var versionOfFHIR: String? {
        let isMissing = quantities("fhir_version").allSatisfy { $0.value.meaning == .text("") }
        return isMissing ? nil : text("fhir_version") ?? ""
    }

    /// Returns the text of a field that is one text; nil if it is missing, empty or something else.
    fileprivate func text(_ field: String) -> String? {
        let values = quantities(field)
        guard values.count == 1, values[0].kind.isEmpty, values[0].value.number == 0, !values[0].value.unit.isEmpty
        else {
            return nil
        }
        return values[0].value.unit
    }
}
