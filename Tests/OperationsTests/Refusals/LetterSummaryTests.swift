import Operations
import Testing

/// What a summary of dead letters counts.
struct LetterSummaryTests {
    @Test func `the greatest number comes first, and of equal ones the first word`() {
        let rows = LetterSummary.rows(["b", "c", "a", nil, "c", nil, nil])
        #expect(rows.map(\.value) == [nil, "c", "a", "b"] && rows.map(\.count) == [3, 2, 1, 1])
    }
}
