import Health
import Randomness
import Testing
import Vocabulary

/// Which of overlapping workouts count.
struct PrimaryWorkoutsTests {
    /// One workout: its source with the class of it, its minutes, the number of its activity or an unknown name.
    struct Row: Sendable {
        var source: String
        var productClass = 0
        var from: Double
        var to: Double
        var activity: Int64 = 37
        var unknownName = ""
    }

    /// Workouts, and the positions of the primary ones.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [Row]
        let primaries: [Int]

        init(_ sentence: String, _ rows: [Row], _ primaries: [Int]) {
            (testDescription, self.rows, self.primaries) = (sentence, rows, primaries)
        }
    }

    static let cases = [
        Case("no workouts", [], []),
        Case(
            "of one run in two apps, one counts",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 1, to: 59)],
            [0]
        ),
        Case(
            "the better class counts, though it is shorter",
            [Row(source: "A", productClass: 1, from: 0, to: 60), Row(source: "B", from: 10, to: 50)],
            [1]
        ),
        Case(
            "of equal classes the longer counts",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 0, to: 61)],
            [1]
        ),
        Case(
            "of equal lengths the lesser source key counts",
            [Row(source: "B", from: 0, to: 60), Row(source: "A", from: 0, to: 60)],
            [1]
        ),
        Case(
            "workouts of one source all count",
            [Row(source: "A", from: 0, to: 60), Row(source: "A", from: 0, to: 60)],
            [0, 1]
        ),
        Case(
            "half of both is shared",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 30, to: 90)],
            [0]
        ),
        Case(
            "less than half of both is shared",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 30.5, to: 90.5)],
            [0, 1]
        ),
        Case(
            "half of the shorter is shared, at the end of the longer",
            [Row(source: "A", from: 0, to: 600), Row(source: "B", from: 590, to: 610)],
            [0]
        ),
        Case(
            "less than half of the shorter is shared",
            [Row(source: "A", from: 0, to: 600), Row(source: "B", from: 591, to: 611)],
            [0, 1]
        ),
        Case(
            "the shorter is the better, and half of it is shared",
            [Row(source: "A", productClass: 1, from: 0, to: 600), Row(source: "B", from: -10, to: 10)],
            [1]
        ),
        Case(
            "a touch shares nothing",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 60, to: 120)],
            [0, 1]
        ),
        Case(
            "a workout of a moment shares nothing",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 30, to: 30)],
            [0, 1]
        ),
        Case(
            "another activity is another workout",
            [Row(source: "A", from: 0, to: 60), Row(source: "B", from: 0, to: 60, activity: 13)],
            [0, 1]
        ),
        Case(
            "an activity whose name is not known is told from others by it",
            [
                Row(source: "A", from: 0, to: 60, activity: 0, unknownName: "Padel"),
                Row(source: "B", from: 0, to: 60, activity: 0, unknownName: "Padel"),
                Row(source: "C", from: 0, to: 60, activity: 0),
            ],
            [0, 2]
        ),
        Case(
            "a workout that does not count takes nothing from a third",
            [
                Row(source: "A", from: 0, to: 60), Row(source: "B", productClass: 1, from: 30, to: 90),
                Row(source: "C", productClass: 2, from: 60, to: 120),
            ],
            [0, 2]
        ),
        Case(
            "a workout that shares little counts beside those of its source that do not",
            [
                Row(source: "A", from: 0, to: 100), Row(source: "A", from: 0, to: 90),
                Row(source: "B", productClass: 1, from: 80, to: 100),
                Row(source: "B", productClass: 1, from: 0, to: 20),
                Row(source: "B", productClass: 1, from: 95, to: 140),
            ],
            [0, 1, 4]
        ),
    ]

    private static func candidates(_ rows: [Row]) -> [PrimaryWorkouts.Candidate] {
        rows.enumerated().map { index, row in
            PrimaryWorkouts.Candidate(
                id: UUID128(hi: 0, lo: UInt64(index)),
                sourceKey: Array(row.source.utf8),
                productClass: row.productClass,
                activityType: Workout.Code(number: row.activity, name: Array(row.unknownName.utf8)),
                start: row.from * 60,
                end: row.to * 60
            )
        }
    }

    @Test(arguments: cases) func `of overlapping workouts of several sources the better is primary`(one: Case) {
        let isPrimary = PrimaryWorkouts.choose(among: Self.candidates(one.rows))
        #expect(isPrimary.indices.filter { isPrimary[$0] } == one.primaries)
        let reversed = PrimaryWorkouts.choose(among: Self.candidates(one.rows).reversed())
        #expect(Array(reversed.reversed()) == isPrimary)
    }

    /// The rule, one workout after the other.
    private static func slow(_ workouts: [PrimaryWorkouts.Candidate]) -> [Bool] {
        let ranked = workouts.indices.sorted { left, right in
            let (one, other) = (workouts[left], workouts[right])
            if one.productClass != other.productClass { return one.productClass < other.productClass }
            let (length, otherLength) = (one.end - one.start, other.end - other.start)
            if length != otherLength { return length > otherLength }
            if one.sourceKey != other.sourceKey { return one.sourceKey.lexicographicallyPrecedes(other.sourceKey) }
            return one.id < other.id
        }
        var isPrimary = [Bool](repeating: false, count: workouts.count)
        for index in ranked {
            let one = workouts[index]
            isPrimary[index] = !workouts.indices.contains { place in
                let other = workouts[place]
                let shared = min(one.end, other.end) - max(one.start, other.start)
                return isPrimary[place] && one.activityType == other.activityType && one.sourceKey != other.sourceKey
                    && shared > 0 && shared * 2 >= min(one.end - one.start, other.end - other.start)
            }
        }
        return isPrimary
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `any workouts are chosen as by the letter of the rule`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        let span = Double.random(in: 5...100, using: &dice).rounded()
        let rows = (0..<Int.random(in: 2...60, using: &dice)).map { _ in
            let from = Double.random(in: 0...span, using: &dice).rounded()
            return Row(
                source: ["A", "B", "C", "D"][Int.random(in: 0...3, using: &dice)],
                productClass: Int.random(in: 0...2, using: &dice),
                from: from,
                to: from + Double.random(in: 0...40, using: &dice).rounded(),
                activity: Int64.random(in: 1...2, using: &dice)
            )
        }
        let candidates = Self.candidates(rows)
        #expect(PrimaryWorkouts.choose(among: candidates) == Self.slow(candidates), "seed \(seed)")
    }
}
