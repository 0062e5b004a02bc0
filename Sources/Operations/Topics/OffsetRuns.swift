/// Offsets that are to be read, in runs: what lies close together is read in one go, with what is between.
package enum OffsetRuns {
    /// Reading so many records that nobody wants costs about what beginning anew does.
    private static let gapMax: Int64 = 1_000

    /// The runs of offsets in any order.
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
