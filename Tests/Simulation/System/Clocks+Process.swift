extension Clocks {
    /// Those of a process of the simulation.
    ///
    /// - Parameter process: whose they are.
    package init(of process: SimulatedProcess) {
        nonisolated(unsafe) let process = process
        self.init(
            wallMilliseconds: {
                process.call("wall clock")
                return process.wallMilliseconds
            },
            steadyMilliseconds: {
                process.call("clock")
                return process.steadyMilliseconds
            },
            sleep: { milliseconds in
                process.call("sleep")
                process.sleep(milliseconds)
            }
        )
    }
}
