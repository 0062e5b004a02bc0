import Health
import Randomness
import Testing
import Vocabulary

@Suite struct CoverContractTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `spans added one by one, in any order, are their union`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        let parts = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
            let start = Double(Int.random(in: 0...100, using: &dice))
            return (start: start, end: start + Double(Int.random(in: 0...8, using: &dice)))
        }
        let union = Spans(parts)
        var grown = Spans()
        for part in parts.shuffled(using: &dice) { grown.insert(part.start, part.end) }
        #expect(grown.spans.map(\.start) == union.spans.map(\.start), "seed \(seed)")
        #expect(grown.spans.map(\.end) == union.spans.map(\.end), "seed \(seed)")
    }

    @Test func `each of many sources is covered by all better ones and by no other`() {
        // Each begins a minute after the one before, all end together; the least name is the best.
        let samples = (0..<50).map { index in
            let name = "s" + String(100 + index)
            let start = "2024-01-05T10:\(index + 10):00Z"
            let more = "\"value\":600,\"unit\":\"count\",\"source\":{\"name\":\"\(name)\"}"
            let end = "2024-01-05T11:00:00Z"
            return Line.sample(index + 1, "HKQuantityTypeIdentifierStepCount", start, end, more)
        }
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", samples.reversed()))
        // The first covers from 10:10 on, so that no other counts.
        #expect(journey.documents["steps/2024-01-05"]?.contains("\"quantity\":600,") == true)
        let worse = "\"value\":60,\"unit\":\"count\",\"source\":{\"name\":\"s999\"}"
        let early = Line.sample(
            99,
            "HKQuantityTypeIdentifierStepCount",
            "2024-01-05T09:00:00Z",
            "2024-01-05T11:00:00Z",
            worse
        )
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [early]))
        // Of two hours the first 70 minutes are free.
        #expect(journey.documents["steps/2024-01-05"]?.contains("\"quantity\":635,") == true)
    }
}
