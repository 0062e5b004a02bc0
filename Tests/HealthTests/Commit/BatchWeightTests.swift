import Health
import Store
import Testing

/// A commit is bounded by what its uploads weigh: what they meet in the state is held for as long as they are.
struct BatchWeightTests {
    private static let samples = (0..<50).map { Line.steps($0, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3) }

    @Test func `the state that an upload meets weighs with it`() {
        var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        var store = MemoryStore()
        let first = Array(Line.upload("2001-01-01T01:00:00Z", Self.samples).utf8)
        let (weight, outcome) = Self.process(first, &processor, store)
        #expect(weight == first.count)
        store.apply(outcome.changes)
        let held = outcome.changes.filter { $0.place.kind == .segment }.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(held > 0)
        let second = Array(Line.upload("2001-01-01T02:00:00Z", [Self.samples[0]]).utf8)
        #expect(Self.process(second, &processor, store).weight == second.count + held)
    }

    private static func process(
        _ upload: [UInt8],
        _ processor: inout Processor,
        _ store: MemoryStore
    ) -> (weight: Int, outcome: Outcome) {
        var batch = Batch()
        var place = RecordPlace(topic: .uploads, partition: 0, offset: 0, timestampMilliseconds: nil)
        place.describesItself = true
        unsafe processor.add(place, key: nil, value: upload.span.bytes, to: &batch, state: store)
        let weight = batch.weightBytes
        return (weight, processor.finish(batch, state: store))
    }
}
