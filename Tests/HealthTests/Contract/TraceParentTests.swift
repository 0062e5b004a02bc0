import Health
import Store
import Testing
import Vocabulary

/// A trace is carried on where its header is well-formed, and nothing else is.
@Suite struct TraceParentTests {
    private static let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    private static func carried(_ header: String) -> [[UInt8]?] {
        var loop = CommitLoop()
        let value = Line.upload(
            "2024-01-06T00:00:00Z",
            ["1", Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:00Z", 5)]
        )
        loop.add(
            .uploads,
            key: [UInt8(ascii: "c")],
            value: Array(value.utf8),
            timestampMilliseconds: 1_714_122_000_000,
            traceparent: Array(header.utf8)
        )
        return loop.commit().records.map { record in record.headers.first { $0.name == "traceparent" }?.value }
    }

    @Test(arguments: [good, good.replacing("00-", with: "cc-", maxReplacements: 1), good.replacing("-01", with: "-ff")])
    func `a well-formed header comes with every output`(header: String) {
        #expect(Self.carried(header) == [Array(header.utf8), Array(header.utf8), Array(header.utf8)])
    }

    @Test(arguments: [
        "", "00", good + "0", String(good.dropLast()), good.uppercased(), good.replacing("-", with: "_"),
        good.replacing("00-", with: "ff-", maxReplacements: 1), good.replacing("0af7", with: "0ag7"),
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", String(repeating: "0", count: 55),
        good + String(repeating: "x", count: 1 << 20),
    ])
    func `anything else is left out`(header: String) {
        #expect(Self.carried(header) == [nil, nil, nil])
    }
}
