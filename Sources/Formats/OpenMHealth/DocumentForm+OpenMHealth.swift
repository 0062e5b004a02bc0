package import Vocabulary

extension DocumentForm {
    /// Returns the form of Open mHealth, whose records are lists of data points.
    ///
    /// `zones` has the time zones, from which times get their offsets.
    package static func openMHealth(_ zones: ZoneTable) -> DocumentForm {
        DocumentForm(name: "omh") { document, maximum in
            guard let document = ForkDocument(document) else { return [Array("[]".utf8)] }
            return DataPoints(of: document, zones: zones).records(maximum: maximum)
        }
    }
}
