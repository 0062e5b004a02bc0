/// The rank of a sample's source.
///
/// If several sources measured the same time, the best rank wins. A lesser rank is better.
package struct SourceRank: Hashable, Comparable {
    /// The word in the source priority that stands for samples that were entered by hand; it is no product.
    package static let userEntered = "user-entered"

    /// The index of the product in the source priority.
    ///
    /// Samples that were entered by hand have the index of the word `user-entered`. Without this word, they rank last.
    package let productClass: Int
    /// The source key, which decides between sources of one product class.
    package let sourceKey: [UInt8]

    package init(_ sample: Sample, pool: borrowing Pool, priority: borrowing [String]) {
        let origin = pool.origin(sample)
        sourceKey = origin.sourceKey
        let isUserEntered = sample.flags.contains(.userEntered)
        productClass = Self.productClass(of: origin.product, isUserEntered: isUserEntered, priority: priority)
    }

    /// Returns the class of a product, or of samples that were entered by hand; the least class is the best.
    package static func productClass(
        of product: [UInt8],
        isUserEntered: Bool,
        priority: borrowing [String]
    ) -> Int {
        if isUserEntered { return priority.firstIndex { $0 == userEntered } ?? priority.count + 1 }
        return priority.firstIndex { $0 != userEntered && product.starts(with: $0.utf8) } ?? priority.count
    }

    /// Whether the left rank is better.
    package static func < (left: Self, right: Self) -> Bool {
        if left.productClass != right.productClass { return left.productClass < right.productClass }
        return left.sourceKey.lexicographicallyPrecedes(right.sourceKey)
    }
}
