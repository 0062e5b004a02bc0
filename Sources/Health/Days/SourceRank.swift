/// The rank of a sample's source.
///
/// If several sources measured the same time, the best rank wins. A lesser rank is better.
package struct SourceRank: Hashable, Comparable {
    /// The index of the product in the source priority.
    ///
    /// Samples that were entered by hand rank last.
    package let productClass: Int
    /// The source key, which decides between sources of one product class.
    package let sourceKey: [UInt8]

    package init(_ sample: Sample, pool: borrowing Pool, priority: borrowing [String]) {
        let origin = pool.origin(sample)
        sourceKey = origin.sourceKey
        if sample.flags.contains(.userEntered) {
            productClass = priority.count + 1
        } else {
            productClass = priority.firstIndex { origin.product.starts(with: $0.utf8) } ?? priority.count
        }
    }

    /// Whether the left rank is better.
    package static func < (left: Self, right: Self) -> Bool {
        if left.productClass != right.productClass { return left.productClass < right.productClass }
        return left.sourceKey.lexicographicallyPrecedes(right.sourceKey)
    }
}
