import Health
import Store
import Testing
import Vocabulary

/// A letter that comes of a redriven record says how often that was redriven.
@Suite struct RedriveCountTests {
    /// The counts of all records that come of an upload with a good sample and a bad one, by their kinds.
    private static func counts(_ header: String) -> [(record: OutputRecord, count: String?)] {
        var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        var batch = processor.batch(over: MemoryStore())
        let place = RecordPlace(
            topic: .uploads,
            partition: 0,
            offset: 0,
            timestampMilliseconds: 1_714_122_000_000,
            redrive: RedriveCount(Array(header.utf8))
        )
        let samples = [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:00Z", 5), "{}"]
        let value = Array(Line.upload("2024-01-06T00:00:00Z", samples).utf8)
        unsafe processor.add(place, key: [UInt8(ascii: "c")].span.bytes, value: value.span.bytes, to: &batch)
        return processor.finish(batch).records.map { record in
            let header = record.headers.first { $0.name == "fork-redrive" }
            return (record, header.map { String(decoding: $0.value, as: UTF8.self) })
        }
    }

    @Test(arguments: ["1", "4", "999999999"])
    func `a letter carries the count of its record, and nothing else does`(header: String) {
        let counts = Self.counts(header)
        #expect(counts.count >= 2)
        #expect(counts.allSatisfy { $0.count == ($0.record.deadLetter != nil ? header : nil) })
        #expect(counts.contains { $0.record.deadLetter != nil } && counts.contains { $0.record.kind == .document })
    }

    @Test(arguments: [
        "", "0", "01", "-1", "+1", "1 ", "1000000000", "x", "1.0", String(repeating: "1", count: 1 << 20),
    ])
    func `a count that is none is left out`(header: String) {
        #expect(Self.counts(header).allSatisfy { $0.count == nil })
    }

    @Test func `the count goes up by one, and never beyond what can be read again`() throws {
        #expect(RedriveCount(after: nil).text == "1")
        #expect(RedriveCount(after: RedriveCount(after: nil)).text == "2")
        let greatest = try #require(RedriveCount(Array("999999999".utf8)))
        #expect(RedriveCount(after: greatest) == greatest)
    }
}
