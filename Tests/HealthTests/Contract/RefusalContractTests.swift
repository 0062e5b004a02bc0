import Testing
import Vocabulary

@Suite struct RefusalContractTests {
    @Test(arguments: ["1e300", "-1e300", "252423993601"])
    func `a number beyond the calendar is a value that cannot be`(number: String) {
        let more = "\"value\":1,\"unit\":\"count\""
        let sample = """
            {"id":"\(Line.id(1))","type":"HKQuantityTypeIdentifierStepCount","start_date":\(number),\(more)}
            """
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [sample]))
        #expect(journey.refusals == ["invalidValue"])
    }

    @Test func `a source counts for the length of a sample that has nothing else`() {
        let type = "HKQuantityTypeIdentifierStepCount"
        func sample(_ number: Int, nameLength: Int) -> String {
            let name = String(repeating: "x", count: nameLength)
            let more = "\"value\":1,\"unit\":\"count\",\"source\":{\"name\":\"\(name)\"}"
            return Line.sample(number, type, "2024-01-05T10:00Z", "2024-01-05T10:00Z", more)
        }
        var journey = Journey()
        journey.commit(
            Line.upload(
                "2024-01-06T00:00:00Z",
                [sample(1, nameLength: 300 << 10), sample(2, nameLength: 1000)]
            )
        )
        #expect(journey.refusals == ["tooLarge"])
        #expect(journey.accounting.new == 1)
    }

    /// The letters of a journey: code, path and count.
    private static func letters(_ journey: borrowing Journey) -> [String] {
        journey.records.filter { $0.deadLetter != nil }.map { record in
            ["fork-error-code", "fork-error-path", "fork-error-count"].compactMap { name in
                record.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
            }.joined(separator: " ")
        }
    }

    /// How many elements of each kind are refused, and the letters of those that have none of their own.
    struct Faults: Sendable, CustomTestStringConvertible {
        var samples = 0
        var deletions = 0
        var unknown = 0
        var rest: [String] = []
        var testDescription: String { "\(samples) samples, \(deletions) deletions, \(unknown) unknown types" }
    }

    private static let faults: [Faults] = [
        Faults(samples: 100), Faults(samples: 101, rest: ["decodingError /samples 1"]),
        Faults(samples: 60, deletions: 60, rest: ["decodingError /deleted 20"]),
        Faults(deletions: 250, rest: ["decodingError /deleted 150"]),
        Faults(samples: 100, deletions: 1, rest: ["decodingError /deleted 1"]),
        Faults(
            samples: 300,
            deletions: 40,
            unknown: 130,
            rest: ["decodingError /samples 240", "invalidIdentifier /samples 30"]
        ),
    ]

    @Test(arguments: faults)
    func `a hundred of a code have a letter each, the rest one together`(faults: Faults) {
        let (samples, deletions, unknown) = (faults.samples, faults.deletions, faults.unknown)
        let unknownType = Line.sample(
            1,
            "HKQuantityTypeIdentifierNone",
            "2024-01-05T10:00Z",
            "2024-01-05T10:00Z",
            "\"x\":1"
        )
        let elements = [String](repeating: "1", count: samples) + [String](repeating: unknownType, count: unknown)
        let good = Line.steps(9, "2024-01-05T10:00Z", "2024-01-05T10:01Z", 5)
        var upload = Line.upload("2024-01-06T00:00:00Z", elements + [good])
        let bad = [String](repeating: "{}", count: deletions).joined(separator: ",")
        upload = upload.replacing("\"deleted\":[]", with: "\"deleted\":[\(bad)]")
        var journey = Journey()
        journey.commit(upload)
        let letters = Self.letters(journey)
        let own = letters.filter { $0.split(separator: " ").count == 2 }
        #expect(own.count == min(100, samples + deletions) + min(100, unknown))
        if samples > 0 { #expect(own.first == "decodingError /samples/0") }
        #expect(Array(letters.dropFirst(own.count)) == faults.rest)
        let values = journey.records.filter { $0.deadLetter != nil }.dropFirst(own.count).map(\.value)
        #expect(values.allSatisfy { $0 == Array(upload.utf8) }, "the letter of the rest holds the whole upload")
        #expect(journey.accounting.refused == samples + unknown && journey.accounting.new == 1)
        #expect(journey.accounting.deletionsRefused == deletions && journey.accounting.isBalanced)
        #expect(journey.accounting.refusals[.decodingError, default: 0] == samples + deletions)
        #expect(journey.records.last?.kind == .document, "dead letters come before documents")
    }

    @Test func `what a megabyte of faults makes is bounded by its length`() {
        let count = 500_000
        let faults = String(repeating: "1,", count: count - 1) + "1"
        let upload = Line.upload("2024-01-06T00:00:00Z", []).replacing(
            "\"samples\":[]",
            with: "\"samples\":[\(faults)]"
        )
        var journey = Journey()
        journey.commit(upload)
        #expect(journey.records.count == 101)
        #expect(journey.records.reduce(0) { $0 + ($1.value?.count ?? 0) } < upload.utf8.count + 1000)
        #expect(journey.accounting.refused == count && journey.accounting.refusals == [.decodingError: count])
    }

    @Test func `a negative duration of a workout cannot be`() {
        var journey = Journey()
        let more = "\"workout_activity_type\":37,\"duration\":-1"
        let workout = Line.sample(1, "HKWorkoutTypeIdentifier", "2024-01-05T10:00Z", "2024-01-05T11:00Z", more)
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [workout]))
        #expect(journey.refusals == ["invalidValue"])
    }

    @Test func `an integer that 64 bits with a sign can't hold refuses its sample alone`() {
        let (start, end) = ("2024-01-05T10:00Z", "2024-01-05T10:00Z")
        let mindful = "HKCategoryTypeIdentifierMindfulSession"
        let samples = [
            Line.sample(1, mindful, start, end, "\"value\":9223372036854775808"),
            Line.sample(2, mindful, start, end, "\"value\":0,\"metadata\":{\"a\":9223372036854775808}"),
            Line.sample(3, mindful, start, end, "\"value\":0,\"version\":9223372036854775808"),
            Line.sample(4, "HKDataTypeStateOfMind", start, end, "\"labels\":[1,{\"a\":9223372036854775808}]"),
            Line.sample(5, mindful, start, end, "\"value\":0"),
        ]
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", samples))
        #expect(journey.refusals == ["decodingError", "decodingError", "decodingError", "decodingError"])
        #expect(journey.accounting.new == 1)
    }

    /// The sentences of a journey's letters.
    private static func messages(_ journey: borrowing Journey) -> [String] {
        journey.records.compactMap { record in
            record.headers.first { $0.name == "fork-error-message" }.map { String(decoding: $0.value, as: UTF8.self) }
        }
    }

    @Test func `a clock that runs ahead of the record is refused with both times`() {
        let steps = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:01Z", 5)
        var journey = Journey()
        // A producer that stamps seconds.
        journey.commit(Line.upload("2024-01-06T00:00:00.5Z", [steps]), at: 1_704_499_200)
        #expect(journey.refusals == ["invalidValue"])
        let message = Self.messages(journey).first ?? ""
        #expect(
            message.contains("2024-01-06T00:00:00.500Z") && message.contains("1970-01-20T17:28:19.200Z"),
            "\(message)"
        )
    }

    @Test(arguments: [-1, -9_000_000_000_000_000_000, Int64.min])
    func `a timestamp below zero is none`(timestamp: Int64) {
        let steps = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:01Z", 5)
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [steps, "1"]), at: timestamp)
        #expect(journey.refusals == ["decodingError"] && journey.accounting.new == 1)
        #expect(journey.records.allSatisfy { record in record.headers.allSatisfy { $0.name != "fork-timestamp" } })
    }

    @Test(arguments: [
        "2024-04-25T24:00:00Z", "2024-04-25T23:59:60Z", "20240425T100000Z", "2024-116T10:00:00Z", "2024-04-25T10:00:00",
    ])
    func `a form of ISO 8601 that is not taken is told which one is`(date: String) {
        let good = Line.steps(1, "2024-04-25T10:00Z", "2024-04-25T10:01Z", 5)
        var journey = Journey()
        let bad = Line.steps(2, date, date, 5)
        journey.commit(Line.upload("2024-04-26T00:00:00Z", [good, bad]))
        #expect(journey.refusals == ["decodingError"])
        let message = Self.messages(journey).first ?? ""
        for part in [
            "`start_date`", "2024-04-26T08:15:00Z", "long form", "hours up to 23", "seconds up to 59", "an offset",
        ] {
            #expect(message.contains(part), "\(message)")
        }
    }

    @Test func `an upload that is too long is not parsed: it counts no samples, and says nothing of itself`() {
        var rules = Rules()
        rules.uploadMaxBytes = 100
        var journey = Journey(rules)
        let steps = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:01Z", 5)
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [steps]))
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [steps]), at: 1_704_542_400_000)
        #expect(journey.refusals == ["tooLarge", "tooLarge"])
        #expect(journey.accounting.samplesIn == 0 && journey.accounting.uploadsRefused == 2)
        // A line of a file has neither key nor timestamp, a record has both.
        #expect(journey.records.map(\.key) == [nil, [UInt8(ascii: "c")]])
        let timestamps = journey.records.map { $0.headers.contains { $0.name == "fork-timestamp" } }
        #expect(timestamps == [false, true])
    }
}
