/// A form in which documents also leave, beside the Fork schema: FHIR R4, for example.
///
/// The settings of a connection name its forms. A form only converts bytes; the room `Formats` has all of them.
package struct DocumentForm: Sendable {
    /// The name in settings, options and topic names, such as `fhir`.
    package let name: String
    /// Returns the values of the records of a document in this form, none longer than `maximum` bytes if possible.
    ///
    /// `document` is the JSON of a whole document, with its parts joined. The values depend on its content only:
    /// neither on `collected_at` nor on `user_id`. There is always a first record, which can be empty of resources.
    package let records: @Sendable (_ document: [UInt8], _ maximum: Int) -> [[UInt8]]

    package init(
        name: String,
        records: @escaping @Sendable (_ document: [UInt8], _ maximum: Int) -> [[UInt8]]
    ) {
        self.name = name
        self.records = records
    }
}

/// Forms are compared by name: there is one form of each name.
extension DocumentForm: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
