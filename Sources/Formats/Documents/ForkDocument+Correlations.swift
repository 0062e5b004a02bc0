package import Vocabulary

extension ForkDocument.Item {
    /// The ids of the members of the nested correlations, which go out in them and not as samples.
    package var correlationMembers: Set<UUID128> {
        let correlations = nested.filter { $0.type?.kind == .correlation }.flatMap(\.items)
        return Set(correlations.flatMap(\.series).flatMap(\.quantities).compactMap(\.id))
    }
}
