import Health
import Testing
import Vocabulary

/// How much is read and sorted to know what a change of sleep reaches: counted, since time tells of the machine.
struct SleepWindowTests {
    private static let day = 86_400.0

    /// What a stretch asked for.
    private struct Reading {
        var stretch: SleepWindow
        /// How often it asked.
        var steps = 0
        /// How many samples lay before it, over all steps: each step goes once through all that it has.
        var handled = 0
        /// The days that it read, each as often as it did.
        var days: [Int32] = []
    }

    /// Reads what lies around a change, from samples that are held.
    private static func read(
        _ held: [Sample],
        around change: (start: Double, end: Double),
        frozen: [SleepSessions.Frozen] = [],
        firstDay: Int32 = .min,
        pool: Pool
    ) throws -> Reading {
        var seeds = [SleepSeed(start: change.start, end: change.end, upload: 0)][...]
        let stretch = SleepWindow(
            &seeds,
            long: [],
            frozen: frozen,
            thresholdSeconds: 3600,
            longestSeconds: 3600,
            firstDay: firstDay
        )
        var reading = Reading(stretch: try #require(stretch))
        while !reading.stretch.missing.isEmpty {
            let days = reading.stretch.missing.flatMap { Array($0) }
            reading.stretch.add(held.filter { days.contains($0.utcDay) }, &seeds, pool: pool)
            reading.steps += 1
            reading.handled += reading.stretch.samples.count
            reading.days += days
        }
        return reading
    }

    /// A point awake each 50 minutes, for so many days.
    private static func chain(days: Int, _ samples: inout Samples) throws -> [Sample] {
        let type = try Samples.type("SleepAnalysis")
        let origin = samples.origin("A")
        return try stride(from: 0, to: Double(days) * day, by: 3000).map { start in
            try samples.sample(type, start, start, 2, from: origin)
        }
    }

    @Test(arguments: [20, 80, 320])
    func `a change at the end of a chain reads each day once, and goes through all in steps that double`(days: Int)
        throws
    {
        var samples = Samples()
        let chain = try Self.chain(days: days, &samples)
        for at in [0, Double(days) / 2, Double(days)].map({ $0 * Self.day }) {
            let reading = try Self.read(chain, around: (at, at), pool: samples.pool)
            #expect(reading.stretch.samples.count == chain.count)
            #expect(Set(reading.days).count == reading.days.count, "no day twice")
            #expect(reading.days.count <= 4 * days + 8)
            #expect(reading.handled <= 4 * chain.count)
        }
    }

    @Test func `nights that have nothing to do with each other are not read together`() throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let origin = samples.origin("A")
        let nights = try (0..<300).map { night in
            try samples.sample(type, Double(night) * Self.day, Double(night) * Self.day + 3600, 3, from: origin)
        }
        let at = 150 * Self.day + 7000
        let reading = try Self.read(nights, around: (at, at + 60), pool: samples.pool)
        #expect(reading.days.count <= 3)
    }

    @Test func `other sources' nights that follow without overlap are not reached`() throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let origins = ["A", "B"].map { samples.origin($0) }
        // They touch, and would be one chain if they were of one source.
        let held = try (0..<2400).map { hour in
            let start = Double(hour) * 3600
            return try samples.sample(type, start, start + 3600, 3, from: origins[hour % 2])
        }
        let at = 1200 * 3600.0
        let reading = try Self.read(held, around: (at, at + 60), pool: samples.pool)
        #expect(reading.days.count <= 3)
    }

    @Test func `what joins a frozen session is not followed beyond it`() throws {
        var samples = Samples()
        let chain = try Self.chain(days: 200, &samples)
        let frozen = SleepSessions.Frozen(sourceKey: Array("A".utf8), start: -50 * Self.day, end: 600)
        let reading = try Self.read(chain, around: (0, 600), frozen: [frozen], firstDay: 0, pool: samples.pool)
        #expect(reading.days.count <= 3)
    }
}
