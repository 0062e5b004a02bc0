/// The process: from its start to its end.
extension Observer {
    /// The process has its settings and begins to work.
    ///
    /// - Parameters:
    ///   - version: of the program.
    ///   - settings: those that were given, as `name=value`; the caller has left out secrets.
    package func started(version: String, settings: [String]) {
        begin(version: version)
        log(.info, "started", "fork-worker starts") { line in
            line.text("version", version)
            line.texts("settings", settings)
        }
    }

    /// A signal asks the process to end.
    package func stopping(signal: String) {
        log(.info, "stopping", "stopping: what was begun is being committed or aborted") { line in
            line.text("signal", signal)
        }
    }

    /// Everything is committed or aborted, and closed.
    package func stopped() {
        log(.info, "stopped", "stopped")
    }

    /// The process cannot go on.
    ///
    /// - Parameter reason: a sentence that says what happened, where, and what to do.
    package func failed(_ reason: String) {
        log(.error, "failed", "failed") { line in line.text("reason", reason) }
    }
}
