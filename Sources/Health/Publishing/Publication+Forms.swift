import Vocabulary

/// The further forms in which the documents of a connection leave.
extension Publication {
    /// Compares the forms of a document with the published ones, and returns what is then published.
    ///
    /// `hashes` has the hashes of the Fork records; it is empty if the document is gone. An upload that does not change
    /// the document makes no form. Rules can change a form although the document stays as it is.
    mutating func compareForms(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        at route: Route,
        instead held: PublishedDocument?,
        _ encoded: borrowing EncodedDocument
    ) -> [PublishedForm] {
        let number = derived.uploads[derived.uploads.count - 1]
        // Read through the list, because a cause is expensive to copy, and most connections have no forms.
        if causes[number].settings?.formats.isEmpty ?? true, held?.forms.isEmpty ?? true { return [] }
        let (cause, heldForms) = (causes[number], held?.forms ?? [])
        // Forms that settings add after the upload are made by a re-derivation, whose commits have a limit for forms.
        let formats = Set((cause.settings?.formats ?? []) + heldForms.map(\.name))
            .intersection(settings?.formats ?? [])
        let wanted = hashes.isEmpty ? [] : rules.forms.filter { formats.contains($0.name) }.sorted { $0.name < $1.name }
        let isUnchanged = held?.route == route && held?.hashes == hashes && heldForms.map(\.name) == wanted.map(\.name)
        if isUnchanged, cause.uploadID != nil { return heldForms }
        for form in heldForms where !wanted.contains(where: { $0.name == form.name }) {
            let place = FormRoute(route, form: form.name)
            note(derived, [], in: place, instead: form.hashes, at: held?.route) { _, _ in [] }
        }
        if wanted.isEmpty { return [] }
        let whole = encoded.whole
        return wanted.map { form in
            let records = form.records(whole, rules.documentMaxBytes)
            madeBytes += records.reduce(0) { $0 + $1.count }
            let hashes = records.map { record in
                var hash = ContentHash()
                hash.add(record)
                return hash.value
            }
            let former = heldForms.first { $0.name == form.name }
            let place = FormRoute(route, form: form.name)
            note(derived, hashes, in: place, instead: former?.hashes ?? [], at: held?.route) { index, _ in
                records[index]
            }
            return PublishedForm(form.name, hashes: hashes)
        }
    }
}
