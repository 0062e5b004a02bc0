import Operations
import Testing
import Vocabulary

/// A document counts when its bounds overlap what is asked for; a date is a day of its own zone.
struct DocumentFilterTests {
    /// 2024-04-16T00:00:00Z.
    private static let midnight = 734_918_400.0
    private static let hour = 3_600.0

    private static func filter(from: DocumentFilter.Bound?, to: DocumentFilter.Bound?) -> DocumentFilter {
        DocumentFilter(types: [], from: from, to: to, zones: ZoneTable { _ in nil })
    }

    @Test(
        arguments: [
            (-2.0, -1.0, false), (-1.0, 0.0, false), (-1.0, 0.5, true), (0.0, 24.0, true), (23.0, 25.0, true),
            (24.0, 25.0, false), (0.0, 0.0, true), (24.0, 24.0, false), (-1.0, 30.0, true),
        ]
    )
    func `instants bound from the first to before the last`(start: Double, end: Double, counts: Bool) {
        let day = Self.midnight + 24 * Self.hour
        let filter = Self.filter(from: .instant(Self.midnight), to: .instant(day))
        let bounds = (Self.midnight + start * Self.hour, Self.midnight + end * Self.hour)
        let isTaken = filter.takes(start: bounds.0, end: bounds.1, zone: nil)
        #expect(isTaken == counts)
    }

    @Test func `a date to which is asked counts whole`() throws {
        let day = try #require(Day(year: 2024, month: 4, day: 16))
        let filter = Self.filter(from: .day(day), to: .day(day))
        let midnight = Self.midnight
        let taken = [-1, 23, 24].map { hour in
            let start = midnight + Double(hour) * Self.hour
            return filter.takes(start: start, end: start + Self.hour, zone: "UTC")
        }
        #expect(taken == [false, true, false])
    }

    @Test func `types are those that were named, or all`() {
        let some = DocumentFilter(types: [.sleep, .steps], from: nil, to: nil, zones: ZoneTable { _ in nil })
        #expect(some.takes(type: Array("sleep".utf8)) && !some.takes(type: Array("heart".utf8)))
        #expect(Self.filter(from: nil, to: nil).takes(type: Array("heart".utf8)))
    }
}
