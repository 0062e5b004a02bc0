import Testing
import Worker

struct FenceLogTests {
    @Test func `a lane begins anew when it is fenced, but not twice within a minute`() {
        var log = FenceLog()
        let fences: [(lane: Int, at: Int64)] = [(0, 5), (1, 6), (0, 60_004), (0, 120_003), (0, 180_003)]
        let answers = fences.map { log.mayBeginAnew($0.lane, at: $0.at) }
        #expect(answers == [true, true, false, false, true])
    }
}
