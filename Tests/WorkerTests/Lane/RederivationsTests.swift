import Testing
import Worker

struct RederivationsTests {
    @Test func `progress is logged every ten seconds, with the rate of this lane and the time left`() {
        var running = Rederivations()
        running.begin(2, connections: 100, done: 20, at: 1_000)
        #expect(running.isRunning(2))
        #expect(running.count() == 80)
        #expect(running.committed(2, done: 30, at: 10_999) == nil)
        #expect(
            running.committed(2, done: 40, at: 11_000)
                == .progress(done: 40, connections: 100, perSecond: 2, secondsLeft: 30)
        )
        #expect(running.count() == -20)
        #expect(running.committed(2, done: 60, at: 20_999) == nil)
        #expect(running.committed(2, done: nil, at: 21_500) == .ended(seconds: 20.5))
        #expect(!running.isRunning(2))
        #expect(running.count() == -60)
    }

    @Test func `what is forgotten is neither left nor logged`() {
        var running = Rederivations()
        running.begin(0, connections: 5, done: 0, at: 0)
        running.begin(1, connections: 7, done: 0, at: 0)
        #expect(running.count() == 12)
        running.forget([1])
        #expect(running.count() == -7)
        #expect(running.committed(1, done: nil, at: 1) == nil)
        running.forget(nil)
        #expect(running.count() == -5)
    }
}
