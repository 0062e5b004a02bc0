package import Randomness

/// The one history that is under way: its threads, of which one runs at a time, its clock, which only it moves, and its
/// chance.
///
/// A thread runs until it waits; then the world picks who goes on, and moves the clock when nobody can. So the same seed
/// gives the same history, whatever the machine is doing.
package final class World {
    /// The history of this process; there is one at a time.
    nonisolated(unsafe) package private(set) static var current = World(seed: 0)

    /// The wall clock at the beginning, in Unix milliseconds: 2024-05-01.
    package static let epochMilliseconds: Int64 = 1_714_521_600_000

    /// Milliseconds since the history began.
    package private(set) var now: Int64 = 1
    /// How far all wall clocks have gone on, while nothing else did.
    package var daysMilliseconds: Int64 = 0
    /// The wall clock of brokers, and of whoever has no other.
    package var wallMilliseconds: Int64 { Self.epochMilliseconds + now + daysMilliseconds }
    package var random: SeededRandom
    private var threads: [SimulatedThread] = []
    private var timers = TimerQueue()
    private var running: SimulatedThread
    /// The killed process whose threads are coming to their ends, before anything else goes on.
    private var unwinding: SimulatedProcess?
    /// What happened, a line each, where somebody wants it.
    package var log: [String]?

    private static let mostCalls = 200_000
    private var busyAt: Int64 = 0
    private var busyCalls = 0

    private init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        running = SimulatedThread(of: nil, named: "world")
        threads = [running]
    }

    /// Begins a history on the calling thread, which becomes the world's own.
    package static func begin(seed: UInt64) -> World {
        current = World(seed: seed)
        return current
    }

    /// A number below `count`.
    package func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// Whether a chance of so many in a thousand has come.
    package func happens(perMille chance: Int) -> Bool { chance > 0 && below(1_000) < chance }

    /// The process whose thread runs; nil for the world's own.
    package var process: SimulatedProcess? { running.process }

    package func note(_ line: @autoclosure () -> String) {
        guard log != nil, running.process?.isDead != true else { return }
        log?.append("\(now) \(running.name): \(line())")
    }

    /// Calls a body at a time, on whichever thread runs then; it must not wait.
    package func at(_ time: Int64, _ body: @escaping () -> Void) { timers.add(max(time, now), body) }

    /// Starts a thread of the process that runs, or of another one.
    package func start(_ name: String, of process: SimulatedProcess?, _ body: @escaping () -> Void) {
        let thread = SimulatedThread(of: process ?? running.process, named: name)
        thread.wakeAt = now
        threads.append(thread)
        thread.process?.threads.append(thread)
        thread.begin { [self] in
            body()
            end(thread)
        }
    }

    /// Waits until a time, or until there is news from the cluster.
    package func wait(until time: Int64, orNews: Bool = false) {
        let thread = running
        thread.wakeAt = time
        thread.waitsForNews = orNews
        let next = pick()
        thread.waitsForNews = false
        guard next !== thread else { return }
        running = next
        next.resume()
        thread.park()
    }

    package func sleep(_ milliseconds: Int64) { wait(until: now + max(0, milliseconds)) }

    /// Ends the test when a worker goes round and round, and no time passes.
    func watchForStandstill() {
        if now > busyAt { (busyAt, busyCalls) = (now, 0) }
        busyCalls += 1
        if busyCalls == Self.mostCalls - 200, log == nil { log = [] }
        precondition(busyCalls < Self.mostCalls, "no time passes:\n" + (log ?? []).suffix(200).joined(separator: "\n"))
    }

    /// Wakes whoever waits for news.
    package func announce() {
        for thread in threads where thread.waitsForNews && thread.wakeAt > now + 1 {
            thread.wakeAt = now + 1 + Int64(below(3))
        }
    }

    /// A process ends between two of its calls: its threads never do anything more that anybody could see.
    ///
    /// They still come to their ends, since threads cannot be taken away: each call fails, and no time passes.
    package func kill(_ process: SimulatedProcess) {
        guard !process.isDead else { return }
        note("kill \(process.name)")
        process.isDead = true
        unwinding = process
        // Its own thread goes on as a ghost by itself; others wait until all ghosts are gone.
        if running.process !== process { wait(until: now) }
    }

    private func end(_ thread: SimulatedThread) {
        thread.hasEnded = true
        threads.removeAll { $0 === thread }
        let next = pick()
        running = next
        next.resume()
    }

    /// Chooses among those that can go on, and moves the clock where nobody can.
    private func pick() -> SimulatedThread {
        if let process = unwinding {
            if let ghost = process.nextGhost() { return ghost }
            unwinding = nil
        }
        while true {
            while let body = timers.due(at: now) { body() }
            // A timer may have killed somebody.
            if let ghost = unwinding?.nextGhost() { return ghost }
            let ready = threads.filter { $0.readyAt <= now }
            if !ready.isEmpty { return ready.count == 1 ? ready[0] : ready[below(ready.count)] }
            now = min(timers.next, threads.lazy.map(\.readyAt).min() ?? .max)
            precondition(now < .max, "nobody can go on")
        }
    }
}
