import Testing
import Worker

struct FenceLogTests {
    @Test func `a lane begins anew when it is fenced, but not twice within a session`() {
        var log = FenceLog(sessionMilliseconds: 6_000)
        let fences: [(lane: Int, at: Int64)] = [(0, 5), (1, 6), (0, 6_004), (0, 12_003), (0, 18_003)]
        let answers = fences.map { log.fenced($0.lane, at: $0.at) }
        #expect(answers == [.startAgain, .startAgain, .wait, .wait, .startAgain])
    }

    @Test func `who is fenced after its transaction has timed out was fenced by the broker, however often`() {
        var log = FenceLog(sessionMilliseconds: 6_000)
        func fenced(at time: Int64, began: Int64?) -> FenceLog.Verdict {
            log.fenced(0, at: time, transactionBegan: began, timeoutMilliseconds: 10_000)
        }
        #expect(fenced(at: 10_000, began: 0) == .startAgain && fenced(at: 11_000, began: 1_000) == .startAgain)
        #expect(fenced(at: 12_000, began: 2_001) == .startAgain && fenced(at: 13_000, began: nil) == .wait)
    }

    @Test(
        arguments: [
            // Its own old member is removed.
            [(true, 1, .wait), (true, 10_999, .wait), (false, 11_000, .startAgain)],
            [(false, 1, .startAgain)],
            // The member of a rival stays.
            [(true, 1, .wait), (true, 11_001, .wait), (true, 11_002, .rival)],
            // A coordinator that was away begins the sessions anew.
            [
                (true, 1, .wait), (nil, 9_000, .wait), (true, 9_001, .wait), (true, 20_001, .wait),
                (true, 20_002, .rival),
            ],
            [(nil, 1, .wait), (nil, 900_000, .wait), (false, 900_001, .startAgain)],
        ] as [[(isMember: Bool?, at: Int64, verdict: FenceLog.Verdict)]]
    )
    func `a lane that was fenced twice has a rival if the group keeps a member of its name`(
        looks: [(isMember: Bool?, at: Int64, verdict: FenceLog.Verdict)]
    ) {
        var log = FenceLog(sessionMilliseconds: 6_000)
        #expect(log.fenced(0, at: 0) == .startAgain && log.fenced(0, at: 1) == .wait)
        for look in looks { #expect(log.looked(0, isMember: look.isMember, at: look.at) == look.verdict, "\(look)") }
    }
}
