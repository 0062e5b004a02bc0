import Testing
import Vocabulary

/// The counts of samples, by their names in the contract.
struct AccountingTests {
    private static let counts = Accounting.uploadCounts + Accounting.sampleCounts

    @Test func `every count has its name in the table`() {
        let fields = Mirror(reflecting: Accounting()).children.filter { $0.value is Int }
        let names = fields.compactMap(\.label).map { label in
            label.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
        }
        #expect(Self.counts.map { "\($0.name)" } == names)
    }

    @Test func `accounts are added count by count, and code by code`() {
        var one = Accounting()
        for (index, count) in Self.counts.enumerated() { one[keyPath: count.path] = 1 << index }
        one.refusals = [.tooLate: 1]
        var sum = one
        sum.refusals[.noData] = 2
        sum += one
        for (index, count) in Self.counts.enumerated() { #expect(sum[keyPath: count.path] == 2 << index) }
        #expect(sum.refusals == [.tooLate: 2, .noData: 2])
    }
}
