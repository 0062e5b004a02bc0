import Testing
import Vocabulary
import Worker

/// Which records a replay reads of those between its ends.
struct ReplayWorkTests {
    private static let range = ReplayRange(uploads: [0..<9], connections: [9])

    private static func wants(_ work: ReplayWork, _ input: Input, _ key: String? = "a", at time: Int64? = nil) -> Bool {
        let bytes = key.map { Array($0.utf8) }
        return unsafe work.wants(input, key: bytes?.span.bytes, timestampMilliseconds: time)
    }

    @Test func `uploads from before its first instant are passed over, settings are not`() {
        let work = ReplayWork(Self.range, fromMilliseconds: 1_000)
        #expect(!Self.wants(work, .uploads(0), at: 999))
        #expect(Self.wants(work, .uploads(0), at: 1_000))
        #expect(Self.wants(work, .uploads(0), at: nil))
        #expect(Self.wants(work, .connections(0), at: 999))
    }

    @Test func `only what belongs to the connections that are named is read`() {
        let work = ReplayWork(Self.range, connections: ["a", "b"])
        #expect(Self.wants(work, .uploads(0), "a") && Self.wants(work, .connections(0), "b"))
        #expect(!Self.wants(work, .uploads(0), "c") && !Self.wants(work, .uploads(0), nil))
        #expect(Self.wants(ReplayWork(Self.range), .uploads(0), nil))
    }

    @Test func `one that follows has no end`() {
        #expect(ReplayWork(Self.range).end == Self.range)
        #expect(ReplayWork(Self.range, follows: true).end == nil)
    }
}
