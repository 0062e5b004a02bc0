import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds a Patient with the sex and the date of birth, and an Observation for each other characteristic.
    mutating func addCharacteristics(_ item: ForkDocument.Item) {
        var patient = FHIR.Patient()
        for nested in item.nested {
            guard let type = nested.type else { continue }
            for sample in nested.items where !patient.take(sample, type) { addCharacteristic(sample, type) }
        }
        if patient.isEmpty { return }
        var resource = FHIR.Resource()
        resource.always("identifier") { writer in
            writer.raw("[{\"system\":\"urn:fork-worker:connection\",\"value\":")
            writer.text(document.connection)
            writer.raw("}]")
        }
        if let gender = patient.gender { resource.always("gender") { $0.string(gender) } }
        if let day = patient.birthDate { resource.always("birthDate") { $0.string(day) } }
        add("Patient", .identifier("patient"), &resource)
    }

    private mutating func addCharacteristic(_ sample: ForkDocument.Item, _ type: SampleType) {
        addObservation(sample, type) { resource in
            guard let value = sample.quantities("value").first?.value, value.isCharacteristic(type) else {
                return resource.addFields(of: sample, type)
            }
            resource.once("valueCodeableConcept") { $0.concept([FHIR.Coding(category: value, of: type)]) }
            resource.addFields(of: sample, type, except: ["value"])
        }
    }
}

extension FHIR {
    /// The characteristics that FHIR has elements for.
    private struct Patient {
        /// A code of FHIR's administrative genders.
        var gender: StaticString?
        /// A day: `1989-05-12`.
        var birthDate: String?

        var isEmpty: Bool { gender == nil && birthDate == nil }

        /// Takes a characteristic; returns false if it is another one, or not understood.
        mutating func take(_ sample: ForkDocument.Item, _ type: SampleType) -> Bool {
            guard let value = sample.quantities("value").first?.value else { return false }
            switch type.identifier {
            case "HKCharacteristicTypeIdentifierBiologicalSex":
                guard value.isCharacteristic(type), let gender = Self.gender(value.integer) else { return false }
                self.gender = gender
            case "HKCharacteristicTypeIdentifierDateOfBirth":
                guard case .text(let text) = value.meaning, let day = Self.day(text) else { return false }
                birthDate = day
            default: return false
            }
            return true
        }

        private static func gender(_ code: Int64?) -> StaticString? {
            switch code {
            case 0: "unknown"
            case 1: "female"
            case 2: "male"
            case 3: "other"
            default: nil
            }
        }

        private static func day(_ text: String) -> String? {
            let bytes = Array(text.utf8.prefix(10))
            // A date in FHIR has no year 0.
            guard let day = Day(bytes.span), day.year >= 1 else { return nil }
            return day.text
        }
    }
}

extension ForkDocument.Measure {
    /// Whether the value is a code of a characteristic with the name of the code.
    fileprivate func isCharacteristic(_ type: SampleType) -> Bool {
        guard let integer else { return false }
        return Characteristic.value(of: type, code: integer)?.name == unit
    }
}
