import System

/// What stands for the signals of a process: what the simulation has asked it to stop by.
struct StopSignals {
    /// The name of the signal that came within the time, nil when none did; a killed process hears one at once.
    func wait(milliseconds: Int64) -> String? {
        let world = World.current
        guard let process = world.process else { return nil }
        if milliseconds > 0 { process.call("wait for stop") }
        if process.isDead { return "SIGKILL" }
        if process.stop == nil, milliseconds > 0 { world.sleep(milliseconds) }
        return process.isDead ? "SIGKILL" : process.stop
    }
}
