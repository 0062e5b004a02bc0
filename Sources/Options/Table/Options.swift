/// The table of options, in the order of help and docs.
///
/// A default is written as a user would write it, and is parsed in the same way.
enum Options {
    /// All options; an option that is missing here does not exist.
    static let all: [OptionRow] =
        callRows + dispatchCallRows + importRows + statusRows + replayRows + echoRows + inputRows + kafkaRows
        + documentRows
        + deliveryRows + workerRows + generalRows

    /// Returns the first row with this name.
    ///
    /// Rows of several commands can share a name; then all of them take a value, or none does.
    static func named(_ name: String) -> OptionRow? { all.first { $0.name == name } }

    static func of(_ command: CommandName) -> [OptionRow] { all.filter { $0.commands.contains(command) } }

    private static let callRows = [
        target.row, connection.row, connectionOfLines.row, refusedConnection.row, chosenConnections.row, rate.row,
        skip.row, dryRun.row,
        lettersDryRun.row, webhooks.row, sandboxWebhooks.row, type.row, activity.row, documentFormat.row, from.row,
        to.row, by.row,
        reportFrom.row, reportTo.row, identifier.row, weekStart.row, preset.row, at.row, documentFile.row, code.row,
        since.row, until.row, upload.row, settled.row,
        summary.row,
        mendedValue.row, collectedAt.row, again.row, limit.row, json.row, agreed.row,
        check.row, timeout.row, background.row, fields.row, ifOffset.row, settingsTimeout.row, noWait.row,
    ]
    private static let inputRows = [commitEvery.row, final.row, connections.row]
    private static let kafkaRows = [
        bootstrapServers.row, optionalBootstrapServers.row, dispatchBootstrapServers.row, kafkaHome.row, groupID.row,
        groupInstanceID.row,
        dynamicMembership.row, assignment.row,
        topicPrefix.row,
        inputPrefix.row, outputTopics.row, createTopics.row, partitions.row, replicationFactor.row, kafka.row,
        tokenCommand.row, tokenFile.row,
    ]
    private static let documentRows = [
        sleepThreshold.row, stateRetention.row, documentMaxBytes.row, uploadMaxBytes.row, sourcePriority.row,
        allowLoopbackCallbacks.row, knownConnectionsOnly.row,
    ]
    private static let workerRows = [
        stateDirectory.row, replayStateDirectory.row, dispatchStateDirectory.row, adoptState.row, memoryLimit.row,
        dispatchMemoryLimit.row, lanes.row, commitInterval.row,
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
        "Commit after this many lines, and at the end."
    )
    static let final = Option(
        "final",
        .toggle,
        in: .input,
        of: [.transform],
        "Print only the documents that are live at the end, ordered by topic and key."
    )
    static let connections = Option(
        "connections",
        .path("FILE"),
        .absent("none"),
        in: .input,
        of: [.transform],
        "Read connection settings from this NDJSON file before the first upload."
    )
}

extension Options {
    static let stateDirectory = Option(
        "state-directory",
        .path("DIR"),
        .text("state"),
        in: .worker,
        of: [.run, .doctor],
        "Keep the local state in this folder. It is locked, so workers cannot share it."
    )
    static let adoptState = Option(
        "adopt-state",
        .toggle,
        in: .worker,
        of: [.run, .replay, .dispatch],
        """
        Accept state, topics and offsets that were moved or restored from a backup. Without a committed offset, the \
        worker reads from the offset in the state, or from the earliest record if that offset no longer exists.
        """
    )
    static let memoryLimit = Option(
        "memory-limit",
        .size(64 << 20...1 << 50),
        .text("512MiB"),
        in: .worker,
        of: [.run, .replay, .doctor],
        """
        Limit the memory of the whole process with all lanes. While an upload of more than 1 MiB is processed, it can \
        use up to 32 times its bytes above 1 MiB in addition.
        """
    )
    static let lanes = Option(
        "lanes",
        .integer(1...64),
        .text("1"),
        in: .worker,
        of: [.run, .replay],
        "Run this many threads, each with its own consumer and producer. Threads without partitions are idle."
    )
    static let commitInterval = Option(
        "commit-interval",
        .duration(1...60_000),
        .text("100ms"),
        in: .worker,
        of: [.run, .replay],
        "Commit at the latest this long after a record was read. At most half of transaction.timeout.ms, by default 15 s."
    )
}

extension Options {
    static let httpAddress = Option(
        "http-address",
        .httpAddress,
        .absent("off"),
        in: .worker,
        of: [.run, .replay, .dispatch],
        """
        Serve /livez, /startupz, /readyz and /metrics over HTTP at this address, such as 0.0.0.0:9090 or [::1]:9090. \
        Port 0 selects a free port, which is logged.
        """
    )
}

extension Options {
    private static let logging: [CommandName] = [
        .run, .transform, .importing, .send, .documents, .report, .deadLetters, .diff, .connections, .replay, .forget,
        .dispatch,
        .status, .topics, .doctor,
        .demo, .sandbox, .webhookEcho,
    ]

    static let logLevel = Option(
        "log-level",
        .choice(LogLevel.self),
        .text("info"),
        in: .general,
        of: logging,
        "Log this level and more severe ones to standard error. Default for demo: error; for sandbox: warning."
    )
    static let logFormat = Option(
        "log-format",
        .choice(LogFormat.self),
        .absent("text on a terminal, else json"),
        in: .general,
        of: logging,
        "Write log lines in this format."
    )
    static let config = Option(
        "config",
        .path("FILE"),
        .absent("none"),
        in: .general,
        of: logging,
        "Read options from this JSON file. The command line and the environment override it."
    )
}
