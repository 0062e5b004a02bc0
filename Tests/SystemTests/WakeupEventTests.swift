import Synchronization
import System
import Testing

struct WakeupEventTests {
    @Test func `a ring before the wait is heard, and several are one`() {
        let (bell, clocks) = (WakeupEvent(), Clocks())
        bell.ring()
        bell.ring()
        bell.wait()
        let began = clocks.steadyMilliseconds()
        bell.wait(milliseconds: 50)
        #expect(clocks.steadyMilliseconds() - began >= 50)
    }

    @Test func `two threads wake each other, however they are scheduled`() {
        let (there, back) = (WakeupEvent(), WakeupEvent())
        let rounds = Atomic(0)
        do {
            let thread = SystemThread {
                for _ in 0..<10_000 {
                    there.wait()
                    rounds.add(1, ordering: .relaxed)
                    back.ring()
                }
            }
            let isStarted = thread != nil
            #expect(isStarted)
            for _ in 0..<10_000 {
                there.ring()
                back.wait()
            }
        }
        let heard = rounds.load(ordering: .relaxed)
        #expect(heard == 10_000)
    }
}
