import Kafka
import Operations
import Testing

/// Where a reading begins and ends is fixed before.
struct TopicReaderTests {
    private let first = TopicPartition("a", 0)
    private let second = TopicPartition("b", 3)

    @Test(
        arguments: [
            (.beginning, [3..<9, 4..<4]), (.offset(0), [3..<9, 4..<4]), (.offset(7), [7..<9, 4..<4]),
            (.offset(99), [9..<9, 4..<4]),
            // A partition in which nothing is late enough is not read, however much it has.
            (.time(5), [9..<9, 4..<4]),
        ] as [(TopicReader.Start, [Range<Int64>])]
    )
    func `a reading begins where it is asked to, and where nothing is late enough there is nothing to read`(
        start: TopicReader.Start,
        ranges: [Range<Int64>]
    ) {
        let offsets = start.offsets([first: (3, 9), second: (4, 4)], [:])
        #expect([first, second].compactMap { offsets[$0] } == ranges)
    }

    @Test func `by time a partition is read from its first record that is late enough`() {
        let offsets = TopicReader.Start.time(5).offsets([first: (3, 9), second: (0, 9)], [first: 6])
        #expect(offsets == [first: 6..<9, second: 9..<9])
    }
}
