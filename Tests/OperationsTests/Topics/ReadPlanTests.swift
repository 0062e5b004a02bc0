import Kafka
import Operations
import Testing

/// What is read is fixed before, and markers, holes and growth change nothing of it.
struct ReadPlanTests {
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

    @Test func `nothing to read is done at once`() {
        let plan = ReadPlan([first: 5..<5])
        #expect(plan.isDone && plan.assignments.isEmpty && plan.total == 0)
    }

    @Test func `the last record before the end ends a partition`() {
        var plan = ReadPlan([first: 2..<5, second: 0..<1])
        #expect(plan.total == 4)
        #expect(plan.take(offset: 2, of: first) == .lend)
        #expect(plan.done == 1)
        #expect(plan.take(offset: 4, of: first) == .lend)
        #expect(plan.done == 3 && !plan.isDone)
        #expect(plan.take(offset: 0, of: second) == .lend)
        #expect(plan.done == 4 && plan.isDone)
    }

    @Test func `a marker at the end is passed by the end of the partition`() {
        var plan = ReadPlan([first: 0..<5])
        #expect(plan.take(offset: 3, of: first) == .lend)
        #expect(!plan.isDone)
        plan.reachedEnd(of: first)
        #expect(plan.isDone && plan.done == 5)
        plan.reachedEnd(of: first)
        #expect(plan.done == 5)
    }

    @Test func `a partition that grows ends at the first record from beyond the end`() {
        var plan = ReadPlan([first: 0..<5])
        #expect(plan.take(offset: 1, of: first) == .lend)
        #expect(plan.take(offset: 9, of: first) == .beyond)
        #expect(plan.isDone && plan.done == 5)
        #expect(plan.take(offset: 10, of: first) == .beyond)
    }

    @Test func `what was not asked for is never lent`() {
        var plan = ReadPlan([first: 0..<5])
        #expect(plan.take(offset: 0, of: second) == .beyond)
        plan.reachedEnd(of: second)
        #expect(!plan.isDone && plan.done == 0)
    }
}
