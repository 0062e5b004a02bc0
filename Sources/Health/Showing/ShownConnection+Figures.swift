package import JSON

extension ShownConnection {
    /// Returns the figures of a document from the stored samples; nil if the samples make no such document.
    ///
    /// Only the figure `listing` has its samples, at most `Explanation.samplesMax`.
    package func figures(of document: String, listing: JSONPointer?) -> [Explanation.Figure]? {
        guard let asked = AskedDocument(document), var plans = FigurePlans(asked, in: fresh(), rules: rules) else {
            return nil
        }
        return plans.figures(listing: listing)
    }
}
