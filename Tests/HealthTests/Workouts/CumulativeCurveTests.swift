import Health
import Randomness
import Testing
import Vocabulary

/// What a curve of samples has between two instants is what the totals of days would count there.
struct CumulativeCurveTests {
    private static let priority = ["Watch", "iPhone"]

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a curve agrees with the totals of any span`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        var made = Samples()
        let type = try Samples.type("DistanceWalkingRunning")
        let products = ["Watch6,9", "iPhone15,2", "", "Watch7,1", "iPhone9"]
        let origins = (0..<5).map { made.origin("s\($0)", product: products[$0]) }
        let sources = Int.random(in: 1...5, using: &dice)
        let samples = try (0..<Int.random(in: 1...12, using: &dice)).map { _ in
            let start = Double(Int.random(in: -20...100, using: &dice))
            let length = Bool.random(using: &dice) ? Double(Int.random(in: 0...60, using: &dice)) : 0
            let origin = origins[Int.random(in: 0..<sources, using: &dice)]
            let flags: Sample.Flags = Int.random(in: 0...6, using: &dice) == 0 ? .userEntered : []
            let value = Double(Int.random(in: 0...90, using: &dice))
            return try made.sample(type, start, start + length, value, from: origin, flags: flags)
        }
        let sorted = Sample.sorted(samples)
        let curve = CumulativeCurve(sorted, from: 0, to: 80, pool: made.pool, priority: Self.priority)
        func total(_ from: Double, _ to: Double) -> Double {
            var membership = SampleMembership()
            return Totals(sorted, pool: made.pool, priority: Self.priority)
                .total(into: &membership) { _ in (from, to) } ?? 0
        }
        #expect(abs(curve.total - total(0, 80)) < 1e-9, "seed \(seed)")
        for _ in 0..<40 {
            let from = Double(Int.random(in: -40...320, using: &dice)) / 4
            let to = from + Double(Int.random(in: 0...160, using: &dice)) / 4
            let amount = curve.amount(from: from, to: to) ?? 0
            #expect(abs(amount - total(max(0, from), min(80, to))) < 1e-9, "seed \(seed), \(from) to \(to)")
        }
        let ascends = zip(curve.knots, curve.knots.dropFirst()).allSatisfy {
            $0.time <= $1.time && $0.total <= $1.total
        }
        #expect(ascends, "seed \(seed)")
    }

    @Test func `samples that follow each other add exactly their values`() throws {
        var made = Samples()
        let type = try Samples.type("SwimmingStrokeCount")
        let (one, other) = (made.origin("a"), made.origin("b"))
        var samples = try (0..<1000).map { index in
            let start = Double(index) * 27.25
            return try made.sample(type, start, start + 27.25, Double(7 + index % 9), from: one)
        }
        func check() {
            let curve = CumulativeCurve(samples, from: 0, to: 100_000, pool: made.pool, priority: [])
            for index in stride(from: 0, to: 1000, by: 7) {
                let sample = samples[index]
                #expect(curve.amount(from: sample.start, to: sample.end) == sample.value)
            }
        }
        check()
        // Another source is covered by them as a whole.
        samples.append(try made.sample(type, 0, 27_250, 5, from: other))
        check()
    }
}
