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
                    last = Self.place(sample.type, in: &counts)
                }
                counts[last].count += 1
            }
        }
        if slices.count == 1, counts.count == 1 {
            // A slice that is all of an array becomes that array, and nothing is copied.
            groups = [(counts[0].type, Array(slices[0]))]
            return
        }
        groups.reserveCapacity(counts.count)
        for (type, count) in counts {
            var own: [Sample] = []
            own.reserveCapacity(count)
            for slice in slices { for sample in slice where sample.type == type { own.append(sample) } }
            groups.append((type, own))
        }
    }

    private static func place(_ type: UInt16, in counts: inout [(type: UInt16, count: Int)]) -> Int {
        let index = counts.firstIndex { $0.type >= type } ?? counts.count
        if index == counts.count || counts[index].type != type { counts.insert((type, 0), at: index) }
        return index
    }
}
