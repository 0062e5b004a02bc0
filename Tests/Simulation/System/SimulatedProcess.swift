/// A process of the simulation: what is killed, stalled and started again as one.
package final class SimulatedProcess {
    /// What becomes of it, or of one of its threads, at a call.
    package enum Halt: Sendable {
        case kill
        /// The thread that makes the call stands still for so long.
        case stallThread(Int64)
        /// All of them do, as when a machine is suspended.
        case stallProcess(Int64)
    }

    package let name: String
    package internal(set) var isDead = false
    /// Nothing of it goes on before this time.
    package var standsStillUntil: Int64 = 0
    /// Its line to the brokers is cut until this time.
    package var cutUntil: Int64 = 0
    package var isCut: Bool { cutUntil > World.current.now }
    /// Whether its log has more than errors.
    package var isTalkative = false
    /// How far its wall clock is ahead.
    package var skewMilliseconds: Int64 = 0
    /// How many calls it has made.
    package private(set) var calls = 0
    /// Which of its calls is to be its last for a while.
    package var halt: (call: Int, what: Halt)?
    /// The same for the next call of this name, and what else happens then.
    package var trap: (name: String, what: Halt, then: () -> Void)?
    /// It gets no thread when it next asks for one.
    package var getsNoThread = false
    /// What it was asked to stop by.
    package var stop: String?
    var threads: [SimulatedThread] = []
    private var ghost = 0
    private var ghostTurns = 0
    private var ghostTime: Int64 = 0

    package init(_ name: String) { self.name = name }

    /// A call to the world outside begins or ends: what was planned for it happens.
    ///
    /// - Parameter name: what it is called in the log.
    package func call(_ name: @autoclosure () -> String = "") {
        if isDead { return }
        let world = World.current
        calls += 1
        world.watchForStandstill()
        if world.log != nil { world.note("call \(calls) \(name())") }
        if let trap, name().hasPrefix(trap.name) {
            self.trap = nil
            trap.then()
            return stop(by: trap.what)
        }
        guard let halt, calls >= halt.call else { return }
        self.halt = nil
        stop(by: halt.what)
    }

    private func stop(by what: Halt) {
        let world = World.current
        switch what {
        case .kill: world.kill(self)
        case .stallThread(let milliseconds):
            world.note("thread stalls for \(milliseconds)")
            world.sleep(milliseconds)
        case .stallProcess(let milliseconds):
            world.note("process stalls for \(milliseconds)")
            standsStillUntil = max(standsStillUntil, world.now + milliseconds)
            world.wait(until: standsStillUntil)
        }
    }

    /// The next thread of a killed process that has not come to its end.
    func nextGhost() -> SimulatedThread? {
        threads.removeAll(where: \.hasEnded)
        if threads.isEmpty { return nil }
        ghostTurns += 1
        precondition(ghostTurns < 1_000_000, "a thread of a killed process does not end: \(threads.map(\.name))")
        ghost = (ghost + 1) % threads.count
        return threads[ghost]
    }

    /// The steady clock; that of a killed process runs so fast that nothing waits.
    package var steadyMilliseconds: Int64 {
        if !isDead { return World.current.now }
        ghostTime += 10
        return World.current.now + ghostTime
    }

    /// What a thread of it waits for; it is over at once where the process was killed.
    package func sleep(_ milliseconds: Int64) {
        if isDead { ghostTime += milliseconds }
        // Nobody sleeps exactly as long as he was asked to.
        World.current.sleep(milliseconds + Int64(isDead ? 0 : World.current.below(3)))
    }

    package var wallMilliseconds: Int64 { World.current.wallMilliseconds + skewMilliseconds }
}
