import Glibc
import Synchronization
import System

/// Two threads of low priority that read connections, so that neither the server's thread nor a lane waits for them.
final class ConsoleReaders: Sendable {
    private struct Job: Sendable {
        let since: Int64
        let work: @Sendable () -> Page
        let done: @Sendable (Page) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isOver = false
    }

    /// The number of requests that are read at once.
    private static let threads = 2
    /// The longest time that a request waits for a thread.
    private static let patienceMilliseconds: Int64 = 1_000
    /// As nice(1) counts: a lane with something to do gets about nine times as much of a processor.
    private static let niceness: Int32 = 10
    /// A derivation can recurse as deep as in a lane.
    private static let stackBytes = 16 << 20

    private let clocks: Clocks
    private let state = Mutex(State())
    private let bells = (0..<threads).map { _ in WakeupEvent() }

    init(clocks: Clocks) { self.clocks = clocks }

    /// Starts the threads, which run as long as the process or until `stop`; returns false if the system has none left.
    func start() -> Bool {
        for bell in bells {
            guard let thread = SystemThread(stackBytes: Self.stackBytes, { self.run(bell) }) else { return false }
            thread.detach()
        }
        return true
    }

    /// Ends the threads after their current work.
    func stop() {
        state.withLock { $0.isOver = true }
        for bell in bells { bell.ring() }
    }

    /// Adds work; `done` gets its page on a reading thread, or `busy` by `expire`.
    func add(_ work: @escaping @Sendable () -> Page, done: @escaping @Sendable (Page) -> Void) {
        let job = Job(since: clocks.steadyMilliseconds(), work: work, done: done)
        state.withLock { $0.waiting.append(job) }
        for bell in bells { bell.ring() }
    }

    /// Answers the requests that have waited too long with `busy`.
    func expire() {
        let now = clocks.steadyMilliseconds()
        let late = state.withLock { state in
            let late = state.waiting.filter { now - $0.since >= Self.patienceMilliseconds }
            if !late.isEmpty { state.waiting.removeAll { now - $0.since >= Self.patienceMilliseconds } }
            return late
        }
        let page = ConsoleError(.busy, "two other requests are being answered: ask again in a second").page
        for job in late { job.done(page) }
    }

    private func run(_ bell: WakeupEvent) {
        // On Linux, each thread has a niceness of its own.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        while true {
            let (job, isOver) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isOver)
            }
            if isOver { return }
            guard let job else {
                bell.wait()
                continue
            }
            job.done(job.work())
        }
    }
}
