import Health
import Testing
import Vocabulary

struct TotalsTests {
    private static let priority = ["Watch", "iPhone"]

    /// One sample: source, product, whether a person typed it in, from, to, value.
    struct Row: Sendable {
        var source: String
        var product = ""
        var isEntered = false
        var start: Double
        var end: Double
        var value: Double
    }

    private static let watch = Row(source: "w", product: "Watch6,9", start: 0, end: 100, value: 100)

    private static func total(
        _ rows: [Row],
        from: Double = -1000,
        to: Double = 1000,
        priority: [String] = priority
    ) throws -> (Double, Int) {
        var samples = Samples()
        let type = try Samples.type("StepCount")
        let made = try rows.map { row in
            let origin = samples.origin(row.source, product: row.product)
            let flags: Sample.Flags = row.isEntered ? .userEntered : []
            return try samples.sample(type, row.start, row.end, row.value, from: origin, flags: flags)
        }
        var membership = SampleMembership()
        var asked = 0
        let total = Totals(made, pool: samples.pool, priority: priority).total(into: &membership) { row in
            asked += Interval.overlap(row.start, row.end, from, to) ? 1 : 0
            return (from, to)
        }
        #expect(membership.isEmpty == (total == nil))
        return (total ?? 0, asked)
    }

    @Test(
        arguments: [
            ([watch], 100.0),
            ([watch, Row(source: "p", product: "iPhone15,2", start: 50, end: 150, value: 10)], 105),
            ([watch, Row(source: "p", product: "iPhone15,2", start: 0, end: 100, value: 10)], 100),
            ([watch, Row(source: "o", start: -100, end: 200, value: 30)], 120),
            // Of one rank they never cover each other.
            ([watch, Row(source: "w", product: "Watch7,1", start: 0, end: 100, value: 7)], 107),
            // Of one class the lesser source key is the better.
            ([watch, Row(source: "v", product: "Watch7,1", start: 0, end: 50, value: 7)], 57),
            ([Row(source: "a", isEntered: true, start: 0, end: 100, value: 8), watch], 100),
            // A point counts unless it lies in [start, end) of a better one; it covers nothing itself.
            ([watch, Row(source: "p", start: 0, end: 0, value: 5)], 100),
            ([watch, Row(source: "p", start: 100, end: 100, value: 5)], 105),
            (
                [
                    Row(source: "w", product: "Watch", start: 50, end: 50, value: 3),
                    Row(source: "p", start: 0, end: 100, value: 5),
                ], 8
            ),
            ([Row(source: "b", start: 0, end: 10, value: 1), Row(source: "a", start: 0, end: 10, value: 2)], 2),
        ] as [([Row], Double)]
    )
    func `a minute that a better source saw counts once`(rows: [Row], sum: Double) throws {
        #expect(try Self.total(rows).0 == sum)
        #expect(try Self.total(rows.reversed()).0 == sum)
        #expect(try Self.total(rows).1 == rows.count)
    }

    @Test func `a sample across an edge is split by time`() throws {
        #expect(try Self.total([Self.watch], from: 75, to: 1000) == (25, 1))
        #expect(try Self.total([Self.watch], from: 100, to: 1000) == (0, 0))
        let phone = Row(source: "p", start: 50, end: 150, value: 10)
        #expect(try Self.total([Self.watch, phone], from: 100, to: 125).0 == 2.5)
    }

    @Test(
        arguments: [
            (priority, [0, 1, 2, 2, 2, 2], 3), (["user-entered", "Watch", "iPhone"], [1, 2, 3, 3, 3, 3], 0),
            (["Watch", "user-entered", "iPhone"], [0, 2, 3, 3, 3, 3], 1), ([], [0, 0, 0, 0, 0, 0], 1),
            // Only the whole word is meant.
            (["user", "Watch"], [1, 2, 2, 2, 2, 0], 3),
        ] as [([String], [Int], Int)]
    )
    func `a product name ranks by its beginning, what is typed in last or where its word is`(
        priority: [String],
        classes: [Int],
        classByHand: Int
    ) throws {
        var samples = Samples()
        let type = try Samples.type("StepCount")
        func rank(_ product: String, _ flags: Sample.Flags = []) throws -> Int {
            let sample = try samples.sample(
                type,
                0,
                1,
                1,
                from: samples.origin("k" + product, product: product),
                flags: flags
            )
            return SourceRank(sample, pool: samples.pool, priority: priority).productClass
        }
        let products = ["Watch6,9", "iPhone15,2", "iPad", "", "watch", "user-entered1,1"]
        #expect(try products.map { try rank($0) } == classes)
        #expect(try rank("Watch6,9", .userEntered) == classByHand)
    }

    @Test func `steps that a person typed in cover those of the watch where the source priority says so`() throws {
        let rows = [Self.watch, Row(source: "a", product: "iPhone15,2", isEntered: true, start: 0, end: 50, value: 80)]
        #expect(try Self.total(rows).0 == 100)
        #expect(try Self.total(rows, priority: ["Watch", "user-entered"]).0 == 100)
        #expect(try Self.total(rows, priority: ["user-entered", "Watch"]).0 == 130)
    }

    @Test func `a condensed sample weighs as much as it counts`() throws {
        var samples = Samples()
        let type = try Samples.type("HeartRate")
        let origin = samples.origin("w")
        var extra = Extra()
        extra.count = 3
        extra.minimum = 40
        extra.maximum = 95
        let rows = [
            try samples.sample(type, 0, 0, 60, from: origin),
            try samples.sample(type, 1, 9, 80, from: origin, flags: .condensed, extra: extra),
        ]
        let averages = Averages(rows, pool: samples.pool)
        #expect(averages.average == 75 && averages.minimum == 40 && averages.maximum == 95)
    }
}
