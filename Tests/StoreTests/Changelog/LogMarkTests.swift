import Store
import Testing
import Vocabulary

/// How the last known record of a log is recognized.
struct LogMarkTests {
    private static func mark(
        _ value: [UInt8]?,
        offset: Int64 = 5,
        at timestamp: Int64? = 7,
        key: [UInt8]? = [1]
    ) -> LogMark {
        unsafe LogMark(
            offset: offset,
            timestampMilliseconds: timestamp,
            key: key?.span.bytes,
            value: value?.span.bytes
        )
    }

    @Test func `a record is known again by its place, its time, its key and its value`() {
        let mark = Self.mark([1, 2, 3])
        #expect(mark == Self.mark([1, 2, 3]))
        let others = [
            Self.mark([1, 2, 3], offset: 6), Self.mark([1, 2, 3], at: 8), Self.mark([1, 2, 3], at: nil),
            Self.mark([1, 2, 4]), Self.mark([1, 2, 3], key: [2]), Self.mark([1, 2, 3], key: nil), Self.mark(nil),
            Self.mark([]), Self.mark([1, 2, 3, 0]), Self.mark([2, 3], key: [1, 1]),
        ]
        for other in others { #expect(mark != other) }
        #expect(Set(others).count == others.count)
    }

    @Test(arguments: [1, 7, 8, 9, 255, 256, 257, 511, 512, 513, 600, 10_000])
    func `of a long value the length and both ends count`(count: Int) {
        let value = [UInt8](repeating: 9, count: count)
        let mark = Self.mark(value)
        for place in 0..<count where place < 256 || place >= count - 256 {
            var other = value
            other[place] = 8
            #expect(Self.mark(other) != mark, "\(place) of \(count)")
        }
        #expect(Self.mark(value + [9]) != mark)
    }
}
