import Health
package import Worker

/// How far a replay is, by what its group has committed.
package struct ReplayProgress: Equatable, Sendable {
    /// Offsets of uploads that are behind, and how many there are; those that were deleted meanwhile count as behind.
    package private(set) var done: Int64 = 0
    package private(set) var total: Int64 = 0
    /// Whether every input was read to its end.
    package private(set) var isAtEnd = true

    /// - Parameters:
    ///   - range: what the replay reads.
    ///   - committed: the group's offsets; none of an input that was not read yet.
    ///   - first: the first offset that is still there.
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

    /// From 0 to 100, which it is only when everything was read.
    package var percent: Int {
        if isAtEnd { return 100 }
        return total == 0 ? 0 : min(99, Int(Double(done) / Double(total) * 100))
    }
}
