import Health
import Testing

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
}
