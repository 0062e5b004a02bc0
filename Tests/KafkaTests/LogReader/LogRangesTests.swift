import Kafka
import Testing

/// What is read is fixed before, and markers, holes and growth change nothing of it.
struct LogRangesTests {
    private let first = TopicPartition("a", 0)
    private let second = TopicPartition("b", 3)

    private func ranges(_ offsets: [TopicPartition: Range<Int64>]) -> LogRanges {
        var ranges = LogRanges()
        for (place, range) in offsets { _ = ranges.add(place, from: range.lowerBound, to: .offset(range.upperBound)) }
        return ranges
    }

    @Test func `nothing to read is done at once`() {
        var ranges = LogRanges()
        #expect(ranges.add(first, from: 5, to: .offset(5)) == false)
        #expect(ranges.add(first, from: 5, to: .offset(3)) == false)
        #expect(ranges.isEmpty && ranges.partitions == [] && ranges.left == 0)
    }

    @Test func `the last record before the end ends a partition`() {
        var ranges = ranges([first: 2..<5, second: 0..<1])
        #expect(ranges.left == 4)
        #expect(ranges.take(offset: 2, of: first) == .lend)
        #expect(ranges.left == 3 && ranges.next(of: first) == 3)
        #expect(ranges.take(offset: 4, of: first) == .lendLast)
        #expect(ranges.left == 1 && ranges.next(of: first) == nil && ranges.partitions == [second])
        #expect(ranges.take(offset: 0, of: second) == .lendLast)
        #expect(ranges.left == 0 && ranges.isEmpty)
    }

    @Test func `a marker at the end is passed by the end of the partition`() {
        var ranges = ranges([first: 0..<5])
        #expect(ranges.take(offset: 3, of: first) == .lend)
        #expect(ranges.reachedEnd(of: first, at: 5) == true)
        #expect(ranges.isEmpty && ranges.left == 0)
        #expect(ranges.reachedEnd(of: first, at: 5) == false)
    }

    @Test func `the end of a partition before the end of its range ends nothing: an open transaction lies between`() {
        var ranges = ranges([first: 0..<5])
        #expect(ranges.reachedEnd(of: first, at: 2) == false)
        #expect(ranges.left == 3 && ranges.next(of: first) == 2)
        #expect(ranges.take(offset: 2, of: first) == .lend)
        #expect(ranges.reachedEnd(of: first, at: 7) == true)
        #expect(ranges.isEmpty && ranges.left == 0)
    }

    @Test func `a partition that grows ends at the first record from beyond the end`() {
        var ranges = ranges([first: 0..<5])
        #expect(ranges.take(offset: 1, of: first) == .lend)
        #expect(ranges.take(offset: 9, of: first) == .end)
        #expect(ranges.isEmpty && ranges.left == 0)
        #expect(ranges.take(offset: 10, of: first) == .ignore)
    }

    @Test func `what was not asked for is never lent, nor what was read`() {
        var ranges = ranges([first: 2..<5])
        #expect(ranges.take(offset: 0, of: second) == .ignore)
        #expect(ranges.reachedEnd(of: second, at: 9) == false)
        #expect(ranges.take(offset: 1, of: first) == .ignore)
        #expect(ranges.take(offset: 3, of: first) == .lend)
        #expect(ranges.take(offset: 3, of: first) == .ignore)
        #expect(ranges.left == 1)
    }

    @Test func `a search ends with the first record, or at the end of the partition`() {
        var ranges = LogRanges()
        #expect(ranges.add(first, from: 4, to: .firstRecord) == true)
        #expect(ranges.add(second, from: 4, to: .firstRecord) == true)
        #expect(ranges.left == 0)
        #expect(ranges.take(offset: 3, of: first) == .ignore)
        #expect(ranges.take(offset: 8, of: first) == .lendLast)
        #expect(ranges.reachedEnd(of: second, at: 4) == true)
        #expect(ranges.isEmpty)
    }

    @Test func `a partition that is followed has no end, and each end of it is told`() {
        var ranges = LogRanges()
        #expect(ranges.add(first, from: 0, to: .never) == true)
        #expect(ranges.reachedEnd(of: first, at: 0) == true)
        #expect(ranges.take(offset: 0, of: first) == .lend)
        #expect(ranges.reachedEnd(of: first, at: 2) == true)
        #expect(ranges.next(of: first) == 2 && !ranges.isEmpty && ranges.left == 0)
        #expect(ranges.remove(first) == true)
        #expect(ranges.remove(first) == false)
        #expect(ranges.isEmpty)
    }

    @Test func `a range replaces an earlier one of its partition`() {
        var ranges = ranges([first: 0..<9])
        #expect(ranges.add(first, from: 3, to: .offset(5)) == true)
        #expect(ranges.left == 2 && ranges.next(of: first) == 3)
        #expect(ranges.add(first, from: 5, to: .offset(5)) == false)
        #expect(ranges.isEmpty && ranges.left == 0)
    }
}
