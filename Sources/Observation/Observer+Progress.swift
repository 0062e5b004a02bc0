/// Events of long-running commands.
extension Observer {
    /// Logs the progress of a command.
    ///
    /// Called every ten seconds if there is no terminal with a progress line.
    ///
    /// - Parameters:
    ///   - title: The activity, such as `reading fork.documents`.
    ///   - done: The number of units that are done.
    ///   - total: The number of all units, or nil if unknown.
    ///   - unit: The unit of the numbers.
    ///   - perSecond: The recent rate.
    ///   - secondsLeft: The estimated remaining time, or nil if unknown.
    package func progress(
        of title: String,
        done: Int,
        total: Int?,
        unit: String,
        perSecond: Double,
        secondsLeft: Double?
    ) {
        log(.info, "progress", "progress") { line in
            line.text("of", title)
            line.number("done", done)
            if let total { line.number("total", total) }
            line.text("unit", unit)
            line.rate("per_second", perSecond)
            if let secondsLeft { line.seconds("seconds_left", secondsLeft) }
        }
    }

    /// Reports that a replay with `--follow` has reached the end offsets taken at its first start.
    package func caughtUp(into prefix: String) {
        log(.info, "caught_up", "caught up with the end offsets taken at start; continuing with new uploads") { line in
            line.text("into", prefix)
        }
    }

    /// Reports that a worker waits for the processes of a replay to end, before it takes over their topics.
    package func waitingForReplay(into prefix: String, processes: [String]) {
        log(
            .info,
            "waiting_for_replay",
            "replay processes are still in the group; stop them or wait for their sessions"
        ) {
            line in
            line.text("into", prefix)
            line.texts("instance_ids", processes)
        }
    }

    /// Reports that a worker has taken over the topics of a replay.
    ///
    /// `leftOut` are the options by which the replay has left out uploads.
    package func replayTakenOver(into prefix: String, leftOut: [String]) {
        let sentence: StaticString =
            leftOut.isEmpty
            ? "replay taken over; continuing live where it ended"
            : "replay taken over; uploads that it left out are missing"
        log(leftOut.isEmpty ? .info : .warning, "replay_taken_over", sentence) { line in
            line.text("into", prefix)
            if !leftOut.isEmpty { line.texts("left_out", leftOut) }
        }
    }
}
