/// A tree over a list of numbers that finds the numbers above a bound without visiting the others.
struct GreatestTree {
    /// The greatest number in the subtree of each node of a binary tree.
    ///
    /// Node 1 is the root. Node n has the children 2n and 2n + 1. The leaves are the numbers.
    private let greatest: [Double]
    private let leaves: Int

    init(_ numbers: some Collection<Double>) {
        var leaves = 1
        while leaves < numbers.count { leaves *= 2 }
        var greatest = [Double](repeating: -.infinity, count: leaves * 2)
        for (index, number) in numbers.enumerated() { greatest[leaves + index] = number }
        var node = leaves - 1
        while node > 0 {
            greatest[node] = max(greatest[node * 2], greatest[node * 2 + 1])
            node -= 1
        }
        self.leaves = leaves
        self.greatest = greatest
    }

    /// Calls `body` with the index of each number in a range that is greater than a bound.
    ///
    /// Each result costs logarithmic time.
    func each(in range: Range<Int>, above bound: Double, _ body: (Int) -> Void) {
        visit(1, 0..<leaves, range, bound, body)
    }

    private func visit(
        _ node: Int,
        _ own: Range<Int>,
        _ range: Range<Int>,
        _ bound: Double,
        _ body: (Int) -> Void
    ) {
        guard own.overlaps(range), greatest[node] > bound else { return }
        if node >= leaves { return body(own.lowerBound) }
        let middle = (own.lowerBound + own.upperBound) / 2
        visit(node * 2, own.lowerBound..<middle, range, bound, body)
        visit(node * 2 + 1, middle..<own.upperBound, range, bound, body)
    }
}
