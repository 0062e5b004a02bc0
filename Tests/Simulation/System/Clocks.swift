/// Clocks and sleep, as a value: those of a process of the simulation.
package struct Clocks: Sendable {
    /// The time of day in milliseconds since 1970, which can jump: for what is compared after a restart.
    package let wallMilliseconds: @Sendable () -> Int64
    /// Time that never goes back, in milliseconds since whenever, for intervals.
    package let steadyMilliseconds: @Sendable () -> Int64
    private let sleep: @Sendable (Int64) -> Void

    init(
        wallMilliseconds: @escaping @Sendable () -> Int64,
        steadyMilliseconds: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (_ milliseconds: Int64) -> Void
    ) {
        self.wallMilliseconds = wallMilliseconds
        self.steadyMilliseconds = steadyMilliseconds
        self.sleep = sleep
    }

    /// Those of the process whose thread runs now.
    package init() { self.init(of: World.current.process ?? SimulatedProcess("nobody")) }

    /// Comes back after so long; at once if that is not in the future.
    package func sleep(milliseconds: Int64) {
        if milliseconds > 0 { sleep(milliseconds) }
    }
}
