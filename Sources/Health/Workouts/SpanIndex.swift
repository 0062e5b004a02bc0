/// Spans of time in the order of their starts, of which those that go on at an instant are found without looking at each
/// that began before.
struct SpanIndex {
    let starts: [Double]
    private let ends: GreatestTree

    /// An index of spans, which are ascending by start.
    init(_ spans: some RandomAccessCollection<(start: Double, end: Double)>) {
        starts = spans.map(\.start)
        ends = GreatestTree(spans.map(\.end))
    }

    /// How many spans start before an instant.
    func count(before instant: Double) -> Int { starts.partitioningIndex { $0 >= instant } }

    /// How many spans start at an instant or before.
    func count(upTo instant: Double) -> Int { starts.partitioningIndex { $0 > instant } }

    /// The spans of a range that end after an instant; each costs the logarithm of their number.
    func each(of range: Range<Int>, endingAfter instant: Double, _ body: (Int) -> Void) {
        ends.each(in: range, above: instant, body)
    }
}
