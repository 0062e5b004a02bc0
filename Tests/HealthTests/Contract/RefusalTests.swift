import Health
import Testing

@Suite struct RefusalTests {
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
}
