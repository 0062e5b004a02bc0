import Vocabulary

extension FHIR {
    /// The codes of a field of a sample, and of the values in it.
    ///
    /// The field `labels` of a state of mind has the code `HKDataTypeStateOfMind.labels`. A value in an object has the
    /// code of the field, and one with the key: `HKVisionPrescriptionTypeIdentifier.right_eye.sphere`.
    struct FieldCodes {
        private let identifier: String
        private let field: String
        /// The codes of the field; a state of mind has codes of its own before them.
        private let codings: [Coding]
        /// The codes by the path of a value.
        private var known: [String: Codes] = [:]

        init(_ field: String, of type: SampleType) {
            identifier = type.identifier
            self.field = Self.limited(field)
            let name = Self.names["\(identifier).\(field)"].map { Codes.of("\(type.identifier).\($0)").codings } ?? []
            codings = name + [Coding(.apple, "\(identifier).\(self.field)", self.field)]
        }

        /// Returns the codes of the values with a path, which is empty for the field itself.
        mutating func of(_ path: String) -> Codes {
            if let codes = known[path] { return codes }
            let path = Self.limited(path)
            let own = path.isEmpty ? [] : [Coding(.apple, "\(identifier).\(field).\(path)", path)]
            let codes = Codes(codings + own)
            known[path] = codes
            return codes
        }

        /// Returns the path of a member.
        static func path(_ path: String, _ key: String) -> String { limited(path.isEmpty ? key : "\(path).\(key)") }

        /// Limits a name, because each value repeats the names of its field and path.
        private static func limited(_ name: String) -> String {
            name.utf8.count <= 120 ? name : String(decoding: name.utf8.prefix(120), as: UTF8.self)
        }

        /// The fields with codes in the table, and their names there.
        private static let names = [
            "HKDataTypeStateOfMind.kind": "kind", "HKDataTypeStateOfMind.valence": "valence",
            "HKDataTypeStateOfMind.valence_classification": "valenceClassification",
            "HKDataTypeStateOfMind.labels": "label", "HKDataTypeStateOfMind.associations": "association",
        ]
    }
}
