extension ForkDocument {
    /// The name that all sources of the document share; nil if they have different names, or none.
    var sharedSourceName: String? {
        guard let name = sources.first?.shownName else { return nil }
        return sources.allSatisfy { $0.shownName == name } ? name : nil
    }
}

extension ForkDocument.Source {
    /// The name; nil if the source has none.
    var shownName: String? { name?.isEmpty == false ? name : nil }
}
