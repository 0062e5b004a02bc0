import Vocabulary

/// Spans sorted by start, with an index that finds the spans that end after an instant without visiting the others.
struct SpanIndex {
    let starts: [Double]
    private let ends: GreatestTree

    /// Creates an index of spans that ascend by start.
    init(_ spans: some RandomAccessCollection<(start: Double, end: Double)>) {
        starts = spans.map(\.start)
        ends = GreatestTree(spans.map(\.end))
    }

    func count(before instant: Double) -> Int { starts.partitioningIndex { $0 >= instant } }

    /// Returns the number of spans that start at or before an instant.
    func count(upTo instant: Double) -> Int { starts.partitioningIndex { $0 > instant } }

    /// Calls `body` with the index of each span in a range that ends after an instant.
    ///
    /// Each result costs logarithmic time.
    func each(of range: Range<Int>, endingAfter instant: Double, _ body: (Int) -> Void) {
        ends.each(in: range, above: instant, body)
    }
}
