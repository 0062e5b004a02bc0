/// Spans of time in the order of their starts, of which those that go on at an instant are found without looking at each
/// that began before.
struct SpanIndex {
    let starts: [Double]
    /// The greatest end below each node of a binary tree: node 1 is the root, node n has the children 2n and 2n + 1, and
    /// the spans are the leaves.
    private let reaches: [Double]
    private let leaves: Int

    /// An index of spans, which are ascending by start.
    init(_ spans: some RandomAccessCollection<(start: Double, end: Double)>) {
        starts = spans.map(\.start)
        var leaves = 1
        while leaves < starts.count { leaves *= 2 }
        var reaches = [Double](repeating: -.infinity, count: leaves * 2)
        for (index, span) in spans.enumerated() { reaches[leaves + index] = span.end }
        var node = leaves - 1
        while node > 0 {
            reaches[node] = max(reaches[node * 2], reaches[node * 2 + 1])
            node -= 1
        }
        self.leaves = leaves
        self.reaches = reaches
    }

    /// How many spans start before an instant.
    func count(before instant: Double) -> Int { starts.partitioningIndex { $0 >= instant } }

    /// How many spans start at an instant or before.
    func count(upTo instant: Double) -> Int { starts.partitioningIndex { $0 > instant } }

    /// The first so many spans, as far as they end after an instant; each costs the logarithm of their number.
    func each(ofFirst count: Int, endingAfter instant: Double, _ body: (Int) -> Void) {
        visit(1, 0..<leaves, count, instant, body)
    }

    private func visit(_ node: Int, _ range: Range<Int>, _ count: Int, _ instant: Double, _ body: (Int) -> Void) {
        guard range.lowerBound < count, reaches[node] > instant else { return }
        if node >= leaves { return body(range.lowerBound) }
        let middle = (range.lowerBound + range.upperBound) / 2
        visit(node * 2, range.lowerBound..<middle, count, instant, body)
        visit(node * 2 + 1, middle..<range.upperBound, count, instant, body)
    }
}
