/// The ranks of the sources of some samples, numbered from 0 for the best source.
struct RankTable {
    /// The number of distinct ranks, at least one.
    private(set) var count = 1
    /// The rank of each origin, twice: for measured samples, and for samples that were entered by hand.
    private var numbers: [Int32] = []

    init(_ samples: [Sample], pool: borrowing Pool, priority: borrowing [String]) {
        guard let first = samples.first, samples.contains(where: { Self.slot($0) != Self.slot(first) }) else { return }
        numbers = [Int32](repeating: -1, count: pool.origins.count * 2)
        var found: [(rank: SourceRank, slot: Int)] = []
        for sample in samples where numbers[Self.slot(sample)] < 0 {
            numbers[Self.slot(sample)] = 0
            found.append((SourceRank(sample, pool: pool, priority: priority), Self.slot(sample)))
        }
        found.sort { $0.rank < $1.rank }
        var number: Int32 = 0
        for (index, one) in found.enumerated() {
            if index > 0, found[index - 1].rank != one.rank { number += 1 }
            numbers[one.slot] = number
        }
        count = Int(number) + 1
    }

    func rank(_ sample: Sample) -> Int32 { numbers.isEmpty ? 0 : numbers[Self.slot(sample)] }

    private static func slot(_ sample: Sample) -> Int {
        Int(sample.origin) * 2 + (sample.flags.contains(.userEntered) ? 1 : 0)
    }
}
