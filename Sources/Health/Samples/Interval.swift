import Vocabulary

/// Half-open time spans: a span contains its start but not its end.
package enum Interval {
    /// Whether a sample from `start` to `end` overlaps the span [`from`, `to`).
    ///
    /// A sample without length must lie in the span.
    package static func overlap(_ start: Double, _ end: Double, _ from: Double, _ to: Double) -> Bool {
        if start == end { return from <= start && start < to }
        return max(start, from) < min(end, to)
    }
}

/// A union of time spans, stored as disjoint spans in ascending order.
package struct Spans {
    package private(set) var spans: [(start: Double, end: Double)] = []

    package init() {}

    /// Creates the union of spans in any order; spans without length are ignored.
    package init(_ parts: [(start: Double, end: Double)]) {
        let isAscending = zip(parts, parts.dropFirst()).allSatisfy { $0.start <= $1.start }
        for part in isAscending ? parts : parts.sorted(by: { $0.start < $1.start }) { append(part.start, part.end) }
    }

    /// Adds a span that starts no earlier than the last one; a span without length is ignored.
    package mutating func append(_ start: Double, _ end: Double) {
        guard end > start else { return }
        if let last = spans.last, start <= last.end {
            spans[spans.count - 1].end = max(last.end, end)
        } else {
            spans.append((start, end))
        }
    }

    /// Adds a span; a span without length is ignored.
    package mutating func insert(_ start: Double, _ end: Double) {
        guard end > start else { return }
        // Spans that touch are merged.
        let first = spans.partitioningIndex { $0.end >= start }
        var next = first
        while next < spans.count, spans[next].start <= end { next += 1 }
        let merged =
            first == next
            ? (start: start, end: end)
            : (start: min(start, spans[first].start), end: max(end, spans[next - 1].end))
        spans.replaceSubrange(first..<next, with: CollectionOfOne(merged))
    }

    /// Returns the parts of these spans that lie outside the other spans.
    package func subtracting(_ others: Spans) -> Spans {
        if others.spans.isEmpty { return self }
        var rest = Spans()
        var next = 0
        for span in spans {
            var start = span.start
            while next < others.spans.count, others.spans[next].end <= start { next += 1 }
            var index = next
            while index < others.spans.count, others.spans[index].start < span.end {
                rest.append(start, others.spans[index].start)
                start = others.spans[index].end
                index += 1
            }
            rest.append(start, span.end)
            // The last of the other spans can also overlap the next span.
            next = max(next, index - 1)
        }
        return rest
    }

    /// The total length in seconds.
    package var length: Double {
        var sum = 0.0
        for span in spans { sum += span.end - span.start }
        return sum
    }

    /// Whether an instant lies in one of the spans.
    package func contains(_ instant: Double) -> Bool {
        let index = spans.partitioningIndex { $0.end > instant }
        return index < spans.count && spans[index].start <= instant
    }

    /// Returns the number of seconds of [`start`, `end`) that lie outside the spans.
    package func uncovered(_ start: Double, _ end: Double) -> Double {
        guard end > start else { return 0 }
        var free = end - start
        var index = spans.partitioningIndex { $0.end > start }
        // A fully covered span gives exactly 0. The differences below could have rounding errors.
        if index < spans.count, spans[index].start <= start, spans[index].end >= end { return 0 }
        while index < spans.count, spans[index].start < end {
            free -= min(end, spans[index].end) - max(start, spans[index].start)
            index += 1
        }
        return max(0, free)
    }
}
