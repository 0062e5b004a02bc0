import Synchronization
import System
import Testing

struct SystemThreadTests {
    @Test func `who lets a thread go has waited for its end`() {
        let isDone = Atomic(false)
        do {
            let thread = SystemThread {
                // Who lets it go gets there first, mostly.
                Clocks().sleep(milliseconds: 50)
                isDone.store(true, ordering: .relaxed)
            }
            let isStarted = thread != nil
            #expect(isStarted)
        }
        let hasWaited = isDone.load(ordering: .relaxed)
        #expect(hasWaited)
    }

    @Test func `nobody waits for a thread that was detached`() {
        let (bell, done) = (WakeupEvent(), WakeupEvent())
        guard
            let thread = SystemThread({
                bell.wait()
                done.ring()
            })
        else {
            Issue.record("the system gives no thread")
            return
        }
        // To wait for its end here would be to wait for ever.
        thread.detach()
        bell.ring()
        done.wait()
    }

    /// A frame of 64 KiB each: a hundred of them need more than the smallest stack.
    @Test func `a thread has the stack that was asked for`() {
        let depth = Atomic(0)
        do {
            let thread = SystemThread(stackBytes: 16 << 20) { depth.store(descend(100), ordering: .relaxed) }
            let isStarted = thread != nil
            #expect(isStarted)
        }
        let reached = depth.load(ordering: .relaxed)
        #expect(reached == 100)
    }
}

@inline(never)
private func descend(_ left: Int) -> Int {
    unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        unsafe buffer[0] = UInt8(truncatingIfNeeded: left)
        return left == 0 ? 0 : 1 + descend(left - 1)
    }
}
