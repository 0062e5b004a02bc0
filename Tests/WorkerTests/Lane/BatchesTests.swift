import Health
import Store
import Testing
import Vocabulary
import Worker

/// What a lane holds is bounded by totals, so they must be those of its batches.
struct BatchesTests {
    private static func upload(_ connection: String, _ number: Int) -> [UInt8] {
        let sample =
            #"{"id":"0F6E0000-0000-4000-8000-00000000001\#(number)","type":"HKQuantityTypeIdentifierStepCount","#
            + #""start_date":"2024-05-01T07:00:00Z","end_date":"2024-05-01T07:10:00Z","value":3,"unit":"count"}"#
        return Array(
            (#"{"upload_id":"0F6E0000-0000-4000-8000-00000000000\#(number)","connection_id":"\#(connection)","#
                + #""collected_at":"2024-05-01T08:00:00Z","samples":[\#(sample)]}"#).utf8
        )
    }

    @Test func `the totals are those of the batches, after each change`() {
        var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        var batches = Batches()
        var connections: [Int32: Set<String>] = [:]
        let order: [(partition: Int32, connection: String)] = [
            (0, "a"), (1, "b"), (0, "c"), (0, "a"), (1, "d"), (0, "e"),
        ]
        for (number, step) in order.enumerated() {
            batches.begin(step.partition) { processor.batch(over: MemoryStore()) }
            batches.change(step.partition) { batch in
                let value = Self.upload(step.connection, number)
                var place = RecordPlace(
                    topic: .uploads,
                    partition: step.partition,
                    offset: Int64(number),
                    timestampMilliseconds: nil
                )
                place.describesItself = true
                unsafe processor.add(place, key: nil, value: value.span.bytes, to: &batch)
                batch.weightBytes += 100
            }
            connections[step.partition, default: []].insert(step.connection)
            #expect(batches.input.connections == connections.values.reduce(0) { $0 + $1.count })
            #expect(batches.input.bytes >= 100 * (number + 1))
        }
        let first = batches.input.bytes
        batches.drop([1])
        #expect(batches.input.connections == 3 && batches.input.bytes < first)
        batches.drop([0])
        #expect(batches.input.connections == 0 && batches.input.bytes == 0)
    }
}
