/// Samples by their type.
struct SampleGroups {
    /// The samples of each type in the order in which they came, ascending by the type's number in the catalogue.
    private(set) var groups: [(type: UInt16, samples: [Sample])] = []

    /// Parts samples by their type; a stream has few types, and most samples have that of the one before.
    init(_ samples: [Sample]) {
        if let first = samples.first, samples.allSatisfy({ $0.type == first.type }) {
            groups = [(first.type, samples)]
            return
        }
        // Counted first, so that no group grows while it is filled.
        var counts: [(type: UInt16, count: Int)] = []
        var last = 0
        for sample in samples {
            if last >= counts.count || counts[last].type != sample.type { last = Self.place(sample.type, in: &counts) }
            counts[last].count += 1
        }
        for (type, count) in counts {
            var own: [Sample] = []
            own.reserveCapacity(count)
            for sample in samples where sample.type == type { own.append(sample) }
            groups.append((type, own))
        }
    }

    private static func place(_ type: UInt16, in counts: inout [(type: UInt16, count: Int)]) -> Int {
        let index = counts.firstIndex { $0.type >= type } ?? counts.count
        if index == counts.count || counts[index].type != type { counts.insert((type, 0), at: index) }
        return index
    }
}
