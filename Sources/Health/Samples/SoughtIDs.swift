package import Vocabulary

/// A set of ids, most of which are looked for in vain: few are compared one by one, without hashing.
package struct SoughtIDs {
    /// The maximum number of ids that are compared one by one.
    private static let comparedMax = 4

    package private(set) var all: Set<UUID128> = []
    /// All ids, if they are few.
    private var few: [UUID128] = []

    package init(_ ids: some Sequence<UUID128> = []) {
        for id in ids { insert(id) }
    }

    package mutating func insert(_ id: UUID128) {
        guard all.insert(id).inserted else { return }
        if all.count <= Self.comparedMax { few.append(id) } else { few = [] }
    }

    @inline(__always) package func contains(_ id: UUID128) -> Bool {
        if few.isEmpty { return !all.isEmpty && all.contains(id) }
        for index in few.indices where few[index] == id { return true }
        return false
    }
}
