/// Samples by their type.
struct SampleGroups {
    /// The samples of each type in the order in which they came, ascending by the type's number in the catalogue.
    private(set) var groups: [(type: UInt16, samples: [Sample])] = []

    /// Parts samples by their type.
    init(_ samples: [Sample]) { self.init([samples[...]]) }

    /// Parts samples that lie in several places; a stream has few types, and most samples have that of the one before.
    init(_ slices: [ArraySlice<Sample>]) {
        // Counted first, so that no group grows while it is filled.
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
            // A slice that is all of an array becomes that array, and nothing is copied.
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
                // Looked for by halves: a day can have samples of all types, in turn.
                let place = counts.partitioningIndex { $0.type >= type }
                if groups[place].samples.isEmpty { groups[place].samples.reserveCapacity(counts[place].count) }
                groups[place].samples += slice[from..<end]
                from = end
            }
        }
    }
}
