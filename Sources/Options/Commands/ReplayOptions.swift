package struct ReplayOptions: Sendable {
    /// The prefix of the topics to write.
    package let into: String
    /// The first upload timestamp to read; nil for no limit.
    package let from: TimeArgument?
    /// The upload timestamp to stop before; nil for no limit.
    package let until: TimeArgument?
    /// The connections to replay, each once; all if empty.
    package let connections: [String]
    /// Whether to write webhook jobs too.
    package let makesJobs: Bool
    /// The largest number of uploads per second; nil for no limit.
    package let ratePerSecond: Int?
    /// Whether to continue with new uploads after the end.
    package let follows: Bool
    /// The options of a worker, with the group and the prefix of the live worker.
    package let run: RunOptions

    init(_ values: Values) throws(Fault) {
        guard let prefix = try values.optional(Options.into) else {
            throw Fault(.argument("--into"), "must be given: the prefix of the topics to write")
        }
        into = prefix
        for row in [Options.json.row, Options.agreed.row] where values.isGiven(row.name) {
            throw Fault(.argument("--\(row.name)"), "is for replay list or replay drop only")
        }
        from = try values.optional(Options.replayedFrom)
        until = try values.optional(Options.replayedUntil)
        connections = Array(Set(try values.all(Options.chosenConnections))).sorted()
        makesJobs = try values.required(Options.jobs)
        ratePerSecond = try values.optional(Options.replayedRate)
        follows = try values.required(Options.follow)
        run = try RunOptions(
            values,
            stateDirectory: try values.optional(Options.replayStateDirectory) ?? "state-\(prefix.dropLast())"
        )
        if let from, let until, from.unixMilliseconds > until.unixMilliseconds {
            throw Fault(.argument("--from"), "must not be later than --until")
        }
        let live = run.documents.topicPrefix
        for other in [live, run.documents.inputPrefix ?? live] where other.hasPrefix(into) || into.hasPrefix(other) {
            throw Fault(
                .argument("--into"),
                shown: into,
                "and the live prefix '\(other)' overlap, but a replay never writes a live topic"
            )
        }
    }

    /// The replay's own consumer group.
    package var group: String { "\(run.groupID).replay.\(into.dropLast())" }

    /// The options that must be equal at each start of this replay, by name, each value in one normal form.
    package var asked: [String: String] {
        let documents = run.documents
        var asked = [
            "group-id": run.groupID, "topic-prefix": documents.topicPrefix,
            "input-prefix": documents.inputPrefix ?? documents.topicPrefix,
            "output-topics": documents.outputTopics.rawValue,
            "sleep-threshold": Self.duration(documents.sleepThresholdMilliseconds),
            "state-retention": Self.duration(documents.stateRetentionMilliseconds),
            "document-max-bytes": "\(documents.documentMaxBytes)", "upload-max-bytes": "\(documents.uploadMaxBytes)",
            "source-priority": documents.sourcePriority.joined(separator: ","),
            "allow-loopback-callbacks": "\(documents.allowLoopbackCallbacks)",
            "known-connections-only": "\(documents.knownConnectionsOnly)", "jobs": "\(makesJobs)",
        ]
        if !connections.isEmpty { asked["connection"] = connections.joined(separator: ",") }
        if let from { asked["from"] = "\(from.unixMilliseconds) ms since 1970" }
        if let until { asked["until"] = "\(until.unixMilliseconds) ms since 1970" }
        return asked
    }

    /// Zero is `0ms`, as in the records of running replays.
    private static func duration(_ milliseconds: Int) -> String {
        milliseconds == 0 ? "0ms" : Measure.duration.write(milliseconds)
    }
}
