package import Vocabulary

extension DocumentForm {
    /// Open mHealth: lists of data points, with times in `zones`.
    package static func openMHealth(_ zones: ZoneTable) -> DocumentForm {
        DocumentForm(name: "omh") { document, maximum in
            guard let document = ForkDocument(document) else { return [Array("[]".utf8)] }
            return DataPoints(of: document, zones: zones, maximum: maximum).records
        }
    }
}
