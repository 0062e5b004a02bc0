/// The process: from its start to its end.
extension Observer {
    /// The process has its options and begins to work.
    ///
    /// - Parameters:
    ///   - version: of the program.
    ///   - library: the Kafka library's version, and what it cannot do that newer ones can.
    ///   - instanceID: the worker's name in the group; nil when there is no state directory to keep it in.
    ///   - memory: how the limit of memory is divided.
    ///   - settings: all that hold, given or not, as `name=value`; the caller has left out secrets.
    package func started(
        version: String,
        library: (version: String, lacks: [String]),
        instanceID: String?,
        memory: [String],
        settings: [String]
    ) {
        begin(version: version)
        log(.info, "started", "fork-worker starts") { line in
            line.text("version", version)
            line.text("librdkafka", library.version)
            line.texts("librdkafka_lacks", library.lacks)
            if let instanceID { line.text("instance_id", instanceID) }
            line.texts("memory", memory)
            line.texts("settings", settings)
        }
    }

    /// Health and metrics are served from now on.
    package func serving(at address: String) {
        log(.info, "serving", "health and metrics are served over HTTP") { line in line.text("address", address) }
    }

    /// The Kafka library gets no log-in by SCRAM from some brokers, whatever the password.
    ///
    /// - Parameter version: the library's.
    package func scramMayFail(version: String) {
        log(
            .warning,
            "scram_may_fail",
            """
            this librdkafka cannot log in by SCRAM to Kafka 3.8.0 and 4.x, which then call the password wrong: use \
            PLAIN over TLS, OAUTHBEARER or TLS certificates there, or librdkafka 2.6.1 and newer
            """
        ) { line in line.text("librdkafka", version) }
    }

    /// The memory's parts come to more than the limit, though each has the least that it can do with; both in bytes.
    package func memoryLimitIsTooSmall(bytes: Int, neededBytes: Int) {
        log(
            .warning,
            "memory_limit_too_small",
            "--memory-limit is less than the lanes need: raise it to needed_bytes, or take fewer lanes"
        ) { line in
            line.number("limit_bytes", bytes)
            line.number("needed_bytes", neededBytes)
        }
    }

    /// The limit is more memory than the container or the machine has.
    ///
    /// - Parameters:
    ///   - reason: a sentence with the limit and what there is.
    ///   - advice: a sentence that says what to do.
    package func memoryLimitIsBeyond(reason: String, advice: String) {
        log(.warning, "memory_limit_beyond", "--memory-limit is more memory than there is") { line in
            line.text("reason", reason)
            line.text("advice", advice)
        }
    }

    /// A variable of the environment begins with `FORK_` and is no setting's.
    ///
    /// - Parameters:
    ///   - name: of the variable; its value may be a secret.
    ///   - reason: a sentence, with the nearest name where one is near.
    package func unknownVariable(_ name: String, reason: String) {
        log(.warning, "unknown_variable", "a FORK_ variable of the environment is not used") { line in
            line.text("variable", name)
            line.text("reason", reason)
        }
    }

    /// The command line, a setting or the settings file is wrong; one line for each fault.
    package func wrongUsage(_ reason: String) {
        log(.error, "wrong_usage", "wrong usage or setting") { line in line.text("reason", reason) }
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

    /// One lane of several has failed by itself; the others go on, and it is started again.
    package func laneFailed(lane: Int, reason: String, pauseSeconds: Double) {
        metrics.lanesFailed.add(1)
        log(.error, "lane_failed", "lane failed and is started again; the others go on") { line in
            line.number("lane", lane)
            line.text("reason", reason)
            line.seconds("again_in_seconds", pauseSeconds)
        }
    }

    /// A lane has been down for a while; said once a minute.
    package func laneStillFailed(lane: Int, reason: String, seconds: Double, pauseSeconds: Double) {
        log(.warning, "lane_still_failed", "lane still down: its partitions wait or have gone to others") { line in
            line.number("lane", lane)
            line.text("reason", reason)
            line.seconds("for_seconds", seconds)
            line.seconds("again_in_seconds", pauseSeconds)
        }
    }

    /// A lane that had failed is started again.
    package func laneStartedAgain(lane: Int) {
        metrics.lanesFailed.add(-1)
        log(.info, "lane_started_again", "lane started again") { line in line.number("lane", lane) }
    }

    /// The process cannot go on.
    ///
    /// - Parameter reason: a sentence that says what happened, where, and what to do.
    package func failed(_ reason: String) {
        log(.error, "failed", "failed") { line in line.text("reason", reason) }
    }
}
