/// Groups offsets into ranges: offsets that are close together are read at once, with the offsets between them.
package enum OffsetRuns {
    /// Reading this many unneeded records costs about as much as a new fetch position.
    private static let gapMax: Int64 = 1_000

    /// Returns the ranges for offsets in any order.
    package static func cut(_ offsets: some Sequence<Int64>) -> [Range<Int64>] {
        var runs: [Range<Int64>] = []
        for offset in offsets.sorted() {
            if let last = runs.last, offset <= last.upperBound + gapMax {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, offset + 1)
            } else {
                runs.append(offset..<offset + 1)
            }
        }
        return runs
    }
}
