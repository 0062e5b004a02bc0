import Vocabulary

/// Samples grouped by type.
struct SampleGroups {
    /// The groups, ascending by catalogue index; the samples of a group keep their order.
    private(set) var groups: [(type: UInt16, samples: [Sample])] = []

    init(_ samples: [Sample]) { self.init([samples[...]]) }

    /// Groups the samples of several slices, in which most samples have the same type as the previous sample.
    init(_ slices: [ArraySlice<Sample>]) {
        // Samples are counted first, so that each group is allocated once.
        var counts: [(type: UInt16, count: Int)] = []
        counts.reserveCapacity(8)
        var last = 0
        for slice in slices {
            for sample in slice {
                if last >= counts.count || counts[last].type != sample.type {
                    last = counts.partitioningIndex { $0.type >= sample.type }
                    if last == counts.count || counts[last].type != sample.type {
                        counts.insert((sample.type, 0), at: last)
                    }
                }
                counts[last].count += 1
            }
        }
        if slices.count == 1, counts.count == 1 {
            // Creating an array from a slice of a whole array copies nothing.
            groups = [(counts[0].type, Array(slices[0]))]
            return
        }
        groups = counts.map { ($0.type, []) }
        for slice in slices {
            var from = slice.startIndex
            while from < slice.endIndex {
                let type = slice[from].type
                var end = from + 1
                while end < slice.endIndex, slice[end].type == type { end += 1 }
                // Binary search, because one day can contain samples of every type.
                let place = counts.partitioningIndex { $0.type >= type }
                if groups[place].samples.isEmpty { groups[place].samples.reserveCapacity(counts[place].count) }
                groups[place].samples += slice[from..<end]
                from = end
            }
        }
    }
}
