import Testing

struct SeedsTests {
    @Test(arguments: [
        ("1", 0..<12), ("2", 0..<24), ("1-3", 12..<36), ("1/6", 0..<2), ("6/6", 10..<12), ("3/30", 0..<1),
        ("30/30", 11..<12), ("0/6", 0..<12), ("7/6", 0..<12), ("1/0", 0..<12),
    ])
    func `a part of the seeds is a part of the usual ones`(text: String, expected: Range<UInt64>) {
        #expect(Seeds.some(12, of: ["PROPERTY_SEEDS": text]) == Array(expected))
    }

    @Test func `all parts together are the usual seeds`() {
        let parts = (1...6).flatMap { Seeds.some(144, of: ["PROPERTY_SEEDS": "\($0)/6"]) }
        #expect(parts == Seeds.some(144, of: [:]))
    }
}
