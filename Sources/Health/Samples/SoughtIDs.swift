package import Vocabulary

/// A set of ids, most of which are looked for in vain: few are compared one by one, without hashing.
package struct SoughtIDs {
    /// The maximum number of ids that are compared one by one.
    private static let comparedMax = 4

    package let all: Set<UUID128>
    private let few: [UUID128]

    package init(_ ids: some Sequence<UUID128>) {
        all = Set(ids)
        few = all.count <= Self.comparedMax ? Array(all) : []
    }

    @inline(__always) package func contains(_ id: UUID128) -> Bool {
        if few.isEmpty { return all.contains(id) }
        for index in few.indices where few[index] == id { return true }
        return false
    }
}
