import Testing
import Worker

struct FenceLogTests {
    @Test func `a lane begins anew when it is fenced, but not twice within a session`() {
        var log = FenceLog(sessionMilliseconds: 6_000)
        let fences: [(lane: Int, at: Int64)] = [(0, 5), (1, 6), (0, 6_004), (0, 12_003), (0, 18_003)]
        let answers = fences.map { log.mayStartAgain($0.lane, at: $0.at) }
        #expect(answers == [true, true, false, false, true])
    }
}
