import Testing
import Worker

struct FenceLogTests {
    @Test func `a lane begins anew when it is fenced, but not twice within a minute`() {
        var log = FenceLog()
        #expect(log.mayBeginAnew(0, at: 5))
        #expect(log.mayBeginAnew(1, at: 6))
        #expect(!log.mayBeginAnew(0, at: 60_004))
        #expect(!log.mayBeginAnew(0, at: 120_003))
        #expect(log.mayBeginAnew(0, at: 180_003))
    }
}
