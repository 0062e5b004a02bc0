import Health
import Testing
import Vocabulary

struct SpansTests {
    typealias Span = (start: Double, end: Double)

    @Test func `spans that touch or overlap are joined, points add nothing`() {
        let spans = Spans([(5, 6), (1, 2), (2, 3), (2.5, 2.75), (9, 9), (5.5, 7)])
        #expect(spans.spans.map(\.start) == [1, 5])
        #expect(spans.spans.map(\.end) == [3, 7])
        #expect(spans.length == 4)
        #expect(Spans().length == 0 && !Spans().contains(0))
    }

    @Test(arguments: [(0.0, false), (1, true), (2.9, true), (3, false), (4, false), (5, true), (7, false)])
    func `a span holds its start and not its end`(instant: Double, holds: Bool) {
        #expect(Spans([(1, 3), (5, 7)]).contains(instant) == holds)
    }

    @Test(arguments: [
        (0.0, 1.0, 1.0), (0, 2, 1), (1, 3, 0), (1.5, 2, 0), (2, 6, 2), (0, 8, 4), (3, 5, 2), (7, 9, 2), (4, 4, 0),
        (6, 5, 0),
    ])
    func `what is uncovered is what lies outside`(start: Double, end: Double, free: Double) {
        #expect(Spans([(1, 3), (5, 7)]).uncovered(start, end) == free)
    }

    @Test func `what is covered whole has exactly nothing left`() {
        let spans = Spans([(0.1, 0.7), (0.7, 1.3)])
        #expect(spans.uncovered(0.1, 1.3) == 0)
        #expect(spans.uncovered(0.3, 0.9) == 0)
    }

    @Test(arguments: [
        (0.0, 0.0, true), (10, 10, false), (-1, 0, false), (-1, 1, true), (9, 12, true), (10, 12, false), (3, 3, true),
    ])
    func `a point is in a span unless it is its end`(start: Double, end: Double, overlaps: Bool) {
        #expect(Interval.overlap(start, end, 0, 10) == overlaps)
    }
}
