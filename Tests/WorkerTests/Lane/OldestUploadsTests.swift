import Testing
import Worker

struct OldestUploadsTests {
    @Test func `what was read says how old it is`() {
        var oldest = OldestUploads()
        #expect(oldest.look(0, waiting: 3, inHand: 500, at: 9_000) == 500)
        #expect(oldest.look(0, waiting: 2, inHand: 700, at: 9_050) == 700)
        #expect(oldest.look(0, waiting: 0, inHand: nil, at: 9_100) == nil)
    }

    @Test func `what was not read yet waits since it was first seen`() {
        var oldest = OldestUploads()
        #expect(oldest.look(0, waiting: 1, inHand: nil, at: 9_000) == 9_000)
        #expect(oldest.look(0, waiting: 5, inHand: nil, at: 60_000) == 9_000)
    }

    @Test func `between two commits of a backlog the oldest stays as old as it was`() {
        var oldest = OldestUploads()
        #expect(oldest.look(0, waiting: 90, inHand: 500, at: 9_000) == 500)
        #expect(oldest.look(0, waiting: 80, inHand: nil, at: 9_050) == 500)
        #expect(oldest.look(0, waiting: 80, inHand: 800, at: 9_100) == 800)
    }

    @Test func `after a pause the age begins anew`() {
        var oldest = OldestUploads()
        _ = oldest.look(0, waiting: 1, inHand: 500, at: 1_000)
        _ = oldest.look(0, waiting: 0, inHand: nil, at: 1_100)
        #expect(oldest.look(0, waiting: 1, inHand: nil, at: 3_600_000) == 3_600_000)
    }

    @Test func `a partition that is gone is forgotten, and others are not`() {
        var oldest = OldestUploads()
        _ = oldest.look(0, waiting: 1, inHand: 500, at: 1_000)
        _ = oldest.look(1, waiting: 1, inHand: 600, at: 1_000)
        oldest.keep([1])
        #expect(oldest.look(0, waiting: 1, inHand: nil, at: 2_000) == 2_000)
        #expect(oldest.look(1, waiting: 1, inHand: nil, at: 2_000) == 600)
    }
}
