/// Commands that take their time.
extension Observer {
    /// How far a command is, said every ten seconds where nobody watches a line.
    ///
    /// - Parameters:
    ///   - title: what is going on, such as `reading fork.documents`.
    ///   - done: how many are behind.
    ///   - total: nil where nobody knows.
    ///   - unit: what is counted.
    ///   - perSecond: of the last seconds.
    ///   - secondsLeft: nil where nobody knows.
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

    /// A replay that goes on has read all that there was when it was first started.
    package func caughtUp(into prefix: String) {
        log(.info, "caught_up", "caught up: all is read that there was at first, and it goes on") { line in
            line.text("into", prefix)
        }
    }

    /// A worker takes over what a replay has made, and waits for those that still work at it.
    package func waitingForReplay(into prefix: String, processes: [String]) {
        log(
            .info,
            "waiting_for_replay",
            "the replay's processes are still there: stop them, or wait for their sessions"
        ) {
            line in
            line.text("into", prefix)
            line.texts("instance_ids", processes)
        }
    }

    /// What a replay has made is live from now on.
    ///
    /// - Parameters:
    ///   - prefix: what the names of its topics begin with.
    ///   - leftOut: options by which it has left out uploads.
    package func replayTakenOver(into prefix: String, leftOut: [String]) {
        let sentence: StaticString =
            leftOut.isEmpty
            ? "goes on live where the replay ended"
            : "goes on live where the replay ended, and what that left out is not there"
        log(leftOut.isEmpty ? .info : .warning, "replay_taken_over", sentence) { line in
            line.text("into", prefix)
            if !leftOut.isEmpty { line.texts("left_out", leftOut) }
        }
    }
}
