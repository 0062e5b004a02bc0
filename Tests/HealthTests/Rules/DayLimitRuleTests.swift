import Testing
import Vocabulary

/// A UTC day has room for so many samples of one data type.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct DayLimitRuleTests {
    private static func rules(_ most: Int) -> Rules {
        var rules = Rules()
        rules.samplesPerDayMax = most
        return rules
    }

    /// Steps of numbers, each in another hour of a day of January 2024, the last ones in those of the next one.
    private static func steps(_ numbers: some Sequence<Int>, day: Int = 5) -> [String] {
        numbers.map { number in
            let time = "2024-01-0\(day)T\(number % 24 < 10 ? "0" : "")\(number % 24):00:00Z"
            return Line.steps(number, time, time, 1)
        }
    }

    private static func upload(_ samples: [String], deleted: [Int] = []) -> String {
        Line.upload("2024-01-08T00:00:00Z", samples, deleted: deleted)
    }

    @Test(arguments: [1, 7, 50, 60])
    func `the sample beyond the last that a day has room for is refused alone`(most: Int) {
        for commits in [1, 3] {
            var journey = Journey(Self.rules(most))
            for part in 0..<commits {
                let numbers = (0..<most + 2).filter { $0 % commits == part }
                journey.commit(Self.upload(Self.steps(numbers)))
            }
            #expect(journey.accounting.new == most && journey.refusals == ["tooLarge", "tooLarge"])
            // Another day and another data type have room of their own, and copies need none.
            journey.commit(Self.upload(Self.steps([1000], day: 6)))
            let rate = Line.rate(1001, "2024-01-05T10:00:00Z", "60")
            journey.commit(Self.upload(Self.steps([0]) + [rate]))
            #expect(journey.accounting.new == most + 2 && journey.accounting.duplicates == 1)
            #expect(journey.refusals.count == 2 && journey.accounting.isBalanced)
        }
    }

    @Test func `what lasts longer than a day is of the day on which it starts`() {
        var journey = Journey(Self.rules(3))
        let long = (0..<4).map { Line.steps($0, "2024-01-05T10:00:00Z", "2024-01-06T11:00:00Z", 1) }
        journey.commit(Self.upload([long[0]] + Self.steps([10, 11])))
        journey.commit(Self.upload([long[1]] + Self.steps([12])))
        #expect(journey.accounting.new == 3 && journey.refusals == ["tooLarge", "tooLarge"])
        journey.commit(Self.upload(Self.steps([20, 21, 22], day: 6)))
        #expect(journey.accounting.new == 6)
    }

    @Test func `a deletion makes room, in its own commit too`() {
        var journey = Journey(Self.rules(3))
        journey.commit(Self.upload(Self.steps(0..<3)), Self.upload(Self.steps([3]), deleted: [0]))
        #expect(journey.refusals.isEmpty && journey.accounting.new == 4)
        journey.commit(Self.upload(Self.steps([4, 5]), deleted: [1]))
        #expect(journey.refusals == ["tooLarge"] && journey.accounting.new == 5)
        // A deleted id needs no room.
        journey.commit(Self.upload(Self.steps([0])))
        #expect(journey.refusals.count == 1 && journey.accounting.deletedBeforeArrival == 1)
    }

    @Test func `a workout that moves to a full day stays where it was`() {
        var journey = Journey(Self.rules(1))
        let (first, second) = ("2024-01-05T10:00:00Z", "2024-01-06T10:00:00Z")
        journey.commit(Self.upload([Line.workout(1, first, first, version: 1)]))
        journey.commit(Self.upload([Line.workout(2, second, second, version: 1)]))
        journey.commit(Self.upload([Line.workout(1, second, second, version: 2)]))
        #expect(journey.refusals == ["tooLarge"] && journey.documents.keys.count { $0.hasPrefix("workouts/") } == 2)
        journey.commit(Self.upload([Line.workout(1, first, first, version: 3)]))
        #expect(journey.accounting.replaced == 1)
    }

    @Test func `a refused sample leaves those around it as they are`() {
        let origin = Line.Origin(source: "a", zone: "Europe/Vilnius")
        func masses(_ numbers: Range<Int>) -> [String] {
            numbers.map { number in
                Line.quantity(
                    number,
                    of: "BodyMass",
                    "2024-01-0\(5 + number % 2)T10:00:00Z",
                    "7\(number)",
                    "kg",
                    from: origin
                )
            }
        }
        var alone = Journey(Self.rules(2))
        alone.commit(Self.upload(masses(0..<4)))
        var mixed = Journey(Self.rules(2))
        mixed.commit(Self.upload(masses(0..<3)))
        mixed.commit(Self.upload(masses(0..<9)))
        #expect(mixed.refusals == [String](repeating: "tooLarge", count: 5))
        #expect(mixed.documents == alone.documents)
    }

    @Test func `without a bound of its own a day has room for 300,000`() {
        #expect(Rules().samplesPerDayMax == 300_000)
    }
}
