/// How good a sample's source is where several saw the same minute: the lesser rank counts.
package struct SourceRank: Hashable, Comparable {
    /// The class of its product; what a person typed in comes last.
    package let productClass: Int
    /// The key of its source: of one class, the lesser first.
    package let sourceKey: [UInt8]

    /// The rank of a sample.
    package init(_ sample: Sample, pool: borrowing Pool, priority: borrowing [String]) {
        let origin = pool.origin(sample)
        sourceKey = origin.sourceKey
        if sample.flags.contains(.userEntered) {
            productClass = priority.count + 1
        } else {
            productClass = priority.firstIndex { origin.product.starts(with: $0.utf8) } ?? priority.count
        }
    }

    /// Ascending: the better first.
    package static func < (left: Self, right: Self) -> Bool {
        if left.productClass != right.productClass { return left.productClass < right.productClass }
        return left.sourceKey.lexicographicallyPrecedes(right.sourceKey)
    }
}
