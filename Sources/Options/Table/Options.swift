/// The table of options, in the order of help and docs.
///
/// A default is written as a user would write it, and is parsed in the same way.
enum Options {
    /// All options; an option that is missing here does not exist.
    static let all: [OptionRow] =
        callRows + statusRows + replayRows + inputRows + kafkaRows + documentRows + workerRows + generalRows

    /// Returns the first row with this name.
    ///
    /// Rows of several commands can share a name; then all of them take a value, or none does.
    static func named(_ name: String) -> OptionRow? { all.first { $0.name == name } }

    static func of(_ command: CommandName) -> [OptionRow] { all.filter { $0.commands.contains(command) } }

    private static let callRows = [
        target.row, connection.row, refusedConnection.row, chosenConnections.row, rate.row, skip.row, dryRun.row,
        lettersDryRun.row, type.row, from.row, to.row, code.row, since.row, until.row, upload.row, settled.row,
        summary.row,
        mendedValue.row, collectedAt.row, again.row, limit.row, json.row, agreed.row,
        check.row, timeout.row,
    ]
    private static let inputRows = [commitEvery.row, final.row, connections.row]
    private static let kafkaRows = [
        bootstrapServers.row, kafkaHome.row, groupID.row, groupInstanceID.row, dynamicMembership.row, assignment.row,
        topicPrefix.row,
        inputPrefix.row, outputTopics.row, createTopics.row, partitions.row, replicationFactor.row, kafka.row,
        tokenCommand.row, tokenFile.row,
    ]
    private static let documentRows = [
        sleepThreshold.row, stateRetention.row, documentMaxBytes.row, uploadMaxBytes.row, sourcePriority.row,
        allowLoopbackCallbacks.row, knownConnectionsOnly.row,
    ]
    private static let workerRows = [
        stateDirectory.row, replayStateDirectory.row, adoptState.row, memoryLimit.row, lanes.row, commitInterval.row,
        httpAddress.row,
    ]
    private static let generalRows = [logLevel.row, logFormat.row, config.row]
}

extension Options {
    static let commitEvery = Option(
        "commit-every",
        .integer(1...Int.max),
        .text("1"),
        in: .input,
        of: [.transform],
        "Lines that make one commit; the last commit has what is left."
    )
    static let final = Option(
        "final",
        .toggle,
        in: .input,
        of: [.transform],
        "Print only the documents that are live at the end, sorted by topic and key."
    )
    static let connections = Option(
        "connections",
        .path("FILE"),
        .absent("none"),
        in: .input,
        of: [.transform],
        "Settings of connections (NDJSON), read before the first upload."
    )
}

extension Options {
    static let stateDirectory = Option(
        "state-directory",
        .path("DIR"),
        .text("state"),
        in: .worker,
        of: [.run, .doctor],
        "Folder of the local state; locked, so that no two workers share one."
    )
    static let adoptState = Option(
        "adopt-state",
        .toggle,
        in: .worker,
        of: [.run, .replay],
        """
        Take state, topics and offsets that were moved or restored for this worker's own; what the group has not \
        committed is read from the state's offset or, where that is gone, from the earliest record.
        """
    )
    static let memoryLimit = Option(
        "memory-limit",
        .size(64 << 20...1 << 50),
        .text("512MiB"),
        in: .worker,
        of: [.run, .replay, .doctor],
        """
        Memory of the whole process, all lanes; an upload beyond 1 MiB takes up to 32 times its further bytes more, for as \
        long as it is in hand.
        """
    )
    static let lanes = Option(
        "lanes",
        .integer(1...64),
        .text("1"),
        in: .worker,
        of: [.run, .replay],
        "Threads, each with its own consumer and producer; more than partitions are idle."
    )
    static let commitInterval = Option(
        "commit-interval",
        .duration(1...60_000),
        .text("100ms"),
        in: .worker,
        of: [.run, .replay],
        "Longest wait before what was read is committed; at most half of transaction.timeout.ms, by default 15 s."
    )
}

extension Options {
    static let httpAddress = Option(
        "http-address",
        .httpAddress,
        .absent("off"),
        in: .worker,
        of: [.run, .replay],
        """
        Where to serve /livez, /startupz, /readyz and /metrics over HTTP, such as 0.0.0.0:9090 or [::1]:9090; port 0 takes \
        a free one, which the log names.
        """
    )
}

extension Options {
    private static let logging: [CommandName] = [
        .run, .transform, .send, .documents, .deadLetters, .diff, .replay, .forget, .status, .topics, .doctor,
        .demo, .sandbox,
    ]

    static let logLevel = Option(
        "log-level",
        .choice(LogLevel.self),
        .text("info"),
        in: .general,
        of: logging,
        "Least level that is logged to standard error; demo logs only errors, sandbox only warnings, unless this is given."
    )
    static let logFormat = Option(
        "log-format",
        .choice(LogFormat.self),
        .absent("text on a terminal, else json"),
        in: .general,
        of: logging,
        "Form of a log line."
    )
    static let config = Option(
        "config",
        .path("FILE"),
        .absent("none"),
        in: .general,
        of: logging,
        "JSON file of settings, by the options' names; options and environment go before it."
    )
}
