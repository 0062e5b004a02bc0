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
        var last = 0
        for sample in samples {
            if last >= groups.count || groups[last].type != sample.type { last = place(sample.type) }
            groups[last].samples.append(sample)
        }
    }

    private mutating func place(_ type: UInt16) -> Int {
        let index = groups.firstIndex { $0.type >= type } ?? groups.count
        if index == groups.count || groups[index].type != type { groups.insert((type, []), at: index) }
        return index
    }
}
