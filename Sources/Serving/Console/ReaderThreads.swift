import Synchronization
package import System

/// The two threads that read the store for the console, and the requests that wait for them.
///
/// The threads have a low priority, so that lanes come first. A request that waits for a second is answered with
/// `busy`.
package final class ReaderThreads: Sendable {
    /// A request that no thread has begun.
    private struct Waiting {
        let work: @Sendable () -> Page
        let reply: @Sendable (Page) -> Void
        /// The time after which the request is given up, of the monotonic clock.
        let deadline: Int64
    }

    /// The number of requests that are read at once.
    package static let readers = 2
    /// The longest time that a request waits for a thread.
    package static let waitMilliseconds: Int64 = 1_000
    /// The greatest number of requests that wait; further ones are refused at once.
    private static let waitingMax = 64
    /// Documents are derived recursively, as in a lane.
    private static let stackBytes = 16 << 20

    private let clocks: Clocks
    private let waiting = Mutex<[Waiting]>([])
    /// Rung when a request comes, for each reader and for the thread that gives up requests.
    private let bells: [WakeupEvent]
    private let patience = WakeupEvent()

    /// Starts the threads, which run as long as the process; without a thread, all requests are answered with `busy`.
    package init(_ clocks: Clocks = Clocks()) {
        self.clocks = clocks
        bells = (0..<Self.readers).map { _ in WakeupEvent() }
        for bell in bells {
            let thread = SystemThread(stackBytes: Self.stackBytes) { [weak self] in
                SystemThread.yieldToOthers()
                // Held only while there is work, so that the threads end with their owner.
                while self?.serve() != nil { bell.wait() }
            }
            thread?.detach()
        }
        let thread = SystemThread { [weak self, patience] in
            while let pause = self?.giveUp() { patience.wait(milliseconds: pause < 0 ? nil : pause) }
        }
        thread?.detach()
    }

    /// Answers a request later by `reply`, from another thread, or at once if too many requests wait.
    package func answer(
        by work: @escaping @Sendable () -> Page,
        _ reply: @escaping @Sendable (Page) -> Void
    ) {
        let one = Waiting(work: work, reply: reply, deadline: clocks.steadyMilliseconds() + Self.waitMilliseconds)
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < Self.waitingMax else { return false }
            waiting.append(one)
            return true
        }
        guard isTaken else { return reply(Self.busy) }
        for bell in bells { bell.ring() }
        patience.ring()
    }

    /// Does the waiting work, one request after another.
    private func serve() {
        while let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next.reply(next.work()) }
    }

    /// Answers the requests that have waited too long.
    ///
    /// Returns the time until the next one has, or −1 if none waits.
    private func giveUp() -> Int64 {
        let now = clocks.steadyMilliseconds()
        let (late, pause) = waiting.withLock { waiting in
            let count = waiting.prefix { $0.deadline <= now }.count
            let late = Array(waiting.prefix(count))
            waiting.removeFirst(count)
            return (late, waiting.first.map { $0.deadline - now } ?? -1)
        }
        for one in late { one.reply(Self.busy) }
        return pause
    }

    deinit {
        for bell in bells { bell.ring() }
        patience.ring()
    }

    private static let busy = ConsoleError(.busy, "other readers use the worker: ask again in a second").page
}
