package import Vocabulary

/// Chooses the workouts that count if several sources recorded the same workout.
///
/// Two workouts conflict if they have the same activity type and different sources, and if they share at least half of
/// the shorter one. Workouts are visited from the best to the worst. A workout is primary unless it conflicts with a
/// better primary workout.
package enum PrimaryWorkouts {
    /// The facts about a workout that decide whether it is primary.
    package struct Candidate {
        package var id: UUID128
        package var sourceKey: [UInt8]
        /// The product class of the workout's source; see `SourceRank`.
        package var productClass: Int
        package var activityType: Workout.Code
        package var start: Double
        package var end: Double

        package init(
            id: UUID128,
            sourceKey: [UInt8],
            productClass: Int,
            activityType: Workout.Code,
            start: Double,
            end: Double
        ) {
            (self.id, self.sourceKey, self.productClass) = (id, sourceKey, productClass)
            (self.activityType, self.start, self.end) = (activityType, start, end)
        }

        fileprivate var duration: Double { end - start }
        fileprivate var middle: Double { (start + end) / 2 }
    }

    /// Returns for each workout of a list whether it is primary.
    ///
    /// The time is proportional to the number of workouts times its logarithm, even if all of them overlap.
    package static func choose(among candidates: [Candidate]) -> [Bool] {
        var isPrimary = [Bool](repeating: true, count: candidates.count)
        for group in Dictionary(grouping: candidates.indices, by: { candidates[$0].activityType }).values
        where group.count > 1 {
            choose(group.sorted { isBetter(candidates[$0], candidates[$1]) }, among: candidates, &isPrimary)
        }
        return isPrimary
    }

    private static func isBetter(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.productClass != right.productClass { return left.productClass < right.productClass }
        if left.duration != right.duration { return left.duration > right.duration }
        if left.sourceKey != right.sourceKey { return left.sourceKey.lexicographicallyPrecedes(right.sourceKey) }
        return left.id < right.id
    }

    /// Chooses among the workouts of one activity type, which are ranked from the best to the worst.
    ///
    /// Two workouts share at least half of the shorter one if and only if the middle of one workout lies within the
    /// other workout, ends included. A shared part of at least half of a workout contains its middle. Conversely, a
    /// shared part that contains the middle of a workout reaches from there to an end of this workout, or is the whole
    /// other workout.
    private static func choose(_ ranked: [Int], among candidates: [Candidate], _ isPrimary: inout [Bool]) {
        var numbers: [ByteString: Int32] = [:]
        var ends = GreatestOfOthers(at: ranked.map { candidates[$0].start })
        var middles = GreatestOfOthers(at: ranked.map { candidates[$0].middle })
        // A workout without length shares at most an instant with others.
        for index in ranked where candidates[index].duration > 0 {
            let workout = candidates[index]
            let key = ByteString(workout.sourceKey)
            let source = numbers[key] ?? Int32(numbers.count)
            numbers[key] = source
            let isCovered =
                ends.greatest(upTo: workout.middle, besides: source) >= workout.middle
                || middles.greatest(upTo: workout.end, besides: source) >= workout.start
            isPrimary[index] = !isCovered
            if isCovered { continue }
            ends.insert(workout.end, of: source, at: workout.start)
            middles.insert(workout.middle, of: source, at: workout.middle)
        }
    }
}

/// A Fenwick tree that returns the greatest number up to a position, among the numbers of all sources but one.
private struct GreatestOfOthers {
    private struct Node {
        /// The greatest number, and its source.
        var greatest = -Double.infinity
        var source: Int32 = -1
        /// The greatest number of the other sources.
        var greatestOfOthers = -Double.infinity

        mutating func insert(_ number: Double, of source: Int32) {
            if source == self.source {
                greatest = max(greatest, number)
            } else if number > greatest {
                greatestOfOthers = greatest
                (greatest, self.source) = (number, source)
            } else {
                greatestOfOthers = max(greatestOfOthers, number)
            }
        }
    }

    /// The positions at which numbers may be inserted, ascending.
    private let positions: [Double]
    private var nodes: [Node]

    init(at positions: [Double]) {
        self.positions = positions.sorted()
        nodes = [Node](repeating: Node(), count: positions.count + 1)
    }

    mutating func insert(_ number: Double, of source: Int32, at position: Double) {
        var index = positions.partitioningIndex { $0 >= position } + 1
        while index < nodes.count {
            nodes[index].insert(number, of: source)
            index += index & -index
        }
    }

    /// Returns the greatest number up to a position, without the numbers of one source; −∞ if there is none.
    func greatest(upTo position: Double, besides source: Int32) -> Double {
        var greatest = -Double.infinity
        var index = positions.partitioningIndex { $0 > position }
        while index > 0 {
            let node = nodes[index]
            greatest = max(greatest, node.source == source ? node.greatestOfOthers : node.greatest)
            index -= index & -index
        }
        return greatest
    }
}
