import Glibc
import Synchronization
import System

/// Threads of low priority that answer requests in their order, so that neither the server's thread nor a lane waits.
final class ConsoleReaders: Sendable {
    private struct Job: Sendable {
        let since: Int64
        let work: @Sendable () -> Page
        let done: @Sendable (Page) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var pace = ReadPace()
        var isOver = false
    }

    /// The longest time that a request waits for a thread.
    private static let patienceMilliseconds: Int64 = 1_000
    /// Two sets of threads leave a quarter of the server's 64 connections to probes and files.
    static let waitingMax = 24
    /// As nice(1) counts: a lane with something to do gets about nine times as much of a processor.
    private static let niceness: Int32 = 10
    /// A derivation can recurse as deep as in a lane.
    private static let stackBytes = 16 << 20

    private let clocks: Clocks
    private let state = Mutex(State())
    private let bells: [WakeupEvent]

    /// `threads` is the number of requests that are answered at once.
    init(threads: Int, clocks: Clocks) {
        bells = (0..<threads).map { _ in WakeupEvent() }
        self.clocks = clocks
    }

    /// Starts the threads, which run as long as the process or until `stop`; returns false if the system has none left.
    func start() -> Bool {
        for bell in bells {
            guard let thread = SystemThread(stackBytes: Self.stackBytes, { self.run(bell) }) else { return false }
            thread.detach()
        }
        return true
    }

    /// Ends the threads after their current work; requests that wait are answered with `busy`.
    func stop() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in waiting { job.done(Self.busy) }
        for bell in bells { bell.ring() }
    }

    /// Adds work; `done` gets its page on a reading thread, or `busy` here or by `expire`.
    func add(_ work: @escaping @Sendable () -> Page, done: @escaping @Sendable (Page) -> Void) {
        let job = Job(since: clocks.steadyMilliseconds(), work: work, done: done)
        let isTaken = state.withLock { state in
            if state.isOver || state.waiting.count == Self.waitingMax { return false }
            state.waiting.append(job)
            return true
        }
        if !isTaken { return done(Self.busy) }
        for bell in bells { bell.ring() }
    }

    private static let busy = ConsoleError(.busy, "too many requests wait: ask again in a second").page

    /// Answers the requests that have waited too long with `busy`.
    func expire() {
        let now = clocks.steadyMilliseconds()
        let late = state.withLock { state in
            let late = state.waiting.filter { now - $0.since >= Self.patienceMilliseconds }
            if !late.isEmpty { state.waiting.removeAll { now - $0.since >= Self.patienceMilliseconds } }
            return late
        }
        for job in late { job.done(Self.busy) }
    }

    private func run(_ bell: WakeupEvent) {
        // On Linux, each thread has a niceness of its own.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        while true {
            switch next() {
            case .answer(let job): job.done(job.work())
            case .nothing: bell.wait()
            case .tooEarly(let milliseconds): clocks.sleep(milliseconds: milliseconds)
            case .end: return
            }
        }
    }

    private enum Turn {
        case answer(Job)
        case nothing
        case tooEarly(milliseconds: Int64)
        case end
    }

    private func next() -> Turn {
        state.withLock { state in
            if state.isOver { return .end }
            if state.waiting.isEmpty { return .nothing }
            let wait = state.pace.wait(at: clocks.steadyMilliseconds())
            return wait > 0 ? .tooEarly(milliseconds: wait) : .answer(state.waiting.removeFirst())
        }
    }
}
