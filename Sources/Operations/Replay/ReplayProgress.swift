import Vocabulary
package import Worker

/// The progress of a replay, computed from its committed offsets.
package struct ReplayProgress: Equatable, Sendable {
    /// The processed and the total number of upload offsets; deleted records count as processed.
    package private(set) var done: Int64 = 0
    package private(set) var total: Int64 = 0
    /// Whether all inputs were read to their ends.
    package private(set) var isAtEnd = true

    /// Creates the progress; an input that was not read yet has no committed offset.
    ///
    /// `first` has the first existing offset of each input.
    package init(_ range: ReplayRange, committed: [Input: Int64], first: [Input: Int64]) {
        for number in 0..<range.partitions {
            for input in [Input.uploads(number), .connections(number)] {
                guard let end = range.end(input) else { continue }
                let begin = range.begin(input) ?? 0
                let reached = committed[input] ?? max(begin, first[input] ?? 0)
                isAtEnd = isAtEnd && reached >= end
                guard input.topic == .uploads else { continue }
                total += end - begin
                done += max(0, min(reached, end) - begin)
            }
        }
    }

    /// The progress from 0 to 100; 100 only if everything was read.
    package var percent: Int {
        if isAtEnd { return 100 }
        return total == 0 ? 0 : min(99, Int(Double(done) / Double(total) * 100))
    }
}
