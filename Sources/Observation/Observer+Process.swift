/// Events of the process, from its start to its end.
extension Observer {
    /// Reports that the process starts, with its versions and options.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - library: The version of librdkafka, and the features that it lacks compared with newer versions.
    ///   - instanceID: The worker's name in the group, or nil without a state directory.
    ///   - memory: The parts of the memory limit, in bytes.
    ///   - settings: All options in effect, by name. The caller has left out secrets.
    package func started(
        version: String,
        library: (version: String, lacks: [String]),
        instanceID: String?,
        memory: [(name: String, value: Int)],
        settings: [(name: String, value: String)]
    ) {
        begin(version: version)
        // People need one line. Programs get all fields.
        let isForPeople = format == .text
        log(.info, "started", "fork-worker starts") { line in
            line.text("version", version)
            guard isForPeople else { return write(&line) }
            for (name, value) in settings where ["bootstrap-servers", "group-id", "state-directory"].contains(name) {
                line.text(name == "group-id" ? "group" : name == "state-directory" ? "state" : "brokers", value)
            }
        }
        if isForPeople { log(.debug, "options", "options in effect", write) }
        func write(_ line: inout Line) {
            line.text("librdkafka", library.version)
            line.texts("librdkafka_lacks", library.lacks)
            if let instanceID { line.text("instance_id", instanceID) }
            line.numbers("memory", memory)
            line.texts("settings", settings.map { "\($0.name)=\($0.value)" })
        }
    }

    /// Reports that probes and metrics are served.
    package func serving(at address: String) {
        log(.info, "serving", "serving health and metrics over HTTP") { line in line.text("address", address) }
    }

    /// Warns that probes and metrics are served at IPv4 addresses only.
    package func ipv6Missing(at address: String) {
        log(.warning, "ipv6_missing", "the kernel has no IPv6; serving IPv4 only") { line in
            line.text("address", address)
        }
    }

    /// Reports that webhook deliveries are received over HTTP.
    package func receivingWebhooks(at address: String) {
        log(.info, "receiving", "receiving webhooks over HTTP") { line in line.text("address", address) }
    }

    /// Warns that this version of librdkafka cannot log in to some brokers with SCRAM, whatever the password.
    package func scramMayFail(version: String) {
        log(
            .warning,
            "scram_may_fail",
            "SCRAM log-in fails with Kafka 3.8.0 and 4.x; use librdkafka 2.6.1 or newer"
        ) { line in line.text("librdkafka", version) }
    }

    /// Warns that the memory limit is below the least memory that the worker needs.
    package func memoryLimitIsTooSmall(bytes: Int, neededBytes: Int) {
        log(
            .warning,
            "memory_limit_too_small",
            "--memory-limit is too small; raise it to needed_bytes, or use fewer lanes"
        ) { line in
            line.number("limit_bytes", bytes)
            line.number("needed_bytes", neededBytes)
        }
    }

    /// Warns that the memory limit exceeds the memory of the container or the machine.
    ///
    /// `reason` is a sentence with the limit and the available memory. `advice` is the action to take, as a sentence.
    package func memoryLimitIsBeyond(reason: String, advice: String) {
        log(.warning, "memory_limit_beyond", "--memory-limit exceeds the available memory") { line in
            line.text("reason", reason)
            line.text("advice", advice)
        }
    }

    /// Warns of an environment variable that begins with `FORK_` but belongs to no option.
    ///
    /// The value is not logged, because it may be a secret. `reason` names the most similar variable, if there is one.
    package func unknownVariable(_ name: String, reason: String) {
        log(.warning, "unknown_variable", "environment variable with prefix FORK_ is unknown and ignored") { line in
            line.text("variable", name)
            line.text("reason", reason)
        }
    }

    /// Reports one fault of the command line, an option or the configuration file.
    package func wrongUsage(_ reason: String) {
        log(.error, "wrong_usage", "command line or option is invalid") { line in line.text("reason", reason) }
    }

    /// Reports that a signal has asked the process to stop.
    package func stopping(signal: String) {
        log(.info, "stopping", "stopping; open transactions are being committed or aborted") { line in
            line.text("signal", signal)
        }
    }

    /// Reports the end of the process, after its transactions were committed or aborted.
    package func stopped() {
        log(.info, "stopped", "stopped")
    }

    /// Reports that one of several lanes has failed, and is restarted while the other lanes continue.
    package func laneFailed(lane: Int, reason: Reason, pauseSeconds: Double) {
        metrics.partitions.lanesFailed.add(1)
        log(.error, "lane_failed", "lane failed; it is restarted while the others continue") { line in
            line.number("lane", lane)
            line.reason(reason)
            line.seconds("retry_in_seconds", pauseSeconds)
        }
    }

    /// Reminds, once per minute, of a lane that is still down.
    package func laneStillFailed(lane: Int, reason: Reason, seconds: Double, pauseSeconds: Double) {
        log(.warning, "lane_still_failed", "lane is still down; its partitions wait or have moved") { line in
            line.number("lane", lane)
            line.reason(reason)
            line.seconds("duration_seconds", seconds)
            line.seconds("retry_in_seconds", pauseSeconds)
        }
    }

    /// Reports that a failed lane was restarted.
    package func laneStartedAgain(lane: Int) {
        metrics.partitions.lanesFailed.add(-1)
        log(.info, "lane_started_again", "lane restarted") { line in line.number("lane", lane) }
    }

    /// Reports the error that ends the process.
    ///
    /// `reason` is a sentence that says what failed, where, and what to do.
    package func failed(_ reason: String, code: Reason.Code? = nil) {
        log(.error, "failed", "failed") { line in
            if let code { line.text("code", code.rawValue) }
            line.text("reason", reason)
        }
    }
}
