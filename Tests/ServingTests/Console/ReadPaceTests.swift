import Serving
import Testing

struct ReadPaceTests {
    @Test func `a burst is answered at once, then a request each interval, and a pause makes room again`() {
        var pace = ReadPace()
        var answered: [Int64] = []
        for now in Int64(5_000)..<5_100 { while pace.wait(at: now) == 0 { answered.append(now) } }
        #expect(answered.count { $0 == 5_000 } == 60)
        #expect(answered.dropFirst(60) == [5_010, 5_020, 5_030, 5_040, 5_050, 5_060, 5_070, 5_080, 5_090])
        #expect(pace.wait(at: 5_092) == 8)
        var afterPause = 0
        while pace.wait(at: 5_400) == 0 { afterPause += 1 }
        #expect(afterPause == 31)
    }
}
