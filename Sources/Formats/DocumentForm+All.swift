package import Vocabulary

extension DocumentForm {
    /// FHIR R4: batches of resources.
    package static func fhir(_ zones: ZoneTable) -> DocumentForm {
        DocumentForm(name: "fhir") { FHIR.records($0, zones, maximum: $1) }
    }

    /// All forms, in the order of their names; `zones` are the time zones in which they write instants.
    package static func all(_ zones: ZoneTable) -> [DocumentForm] { [fhir(zones), openMHealth(zones)] }

    /// The names of all forms, for options.
    package static let names = all(ZoneTable { _ in nil }).map(\.name)
}
