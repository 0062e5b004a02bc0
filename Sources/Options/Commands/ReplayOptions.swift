/// Everything that `replay` is told.
package struct ReplayOptions: Sendable {
    /// What the names of the topics begin with that it writes.
    package let into: String
    /// Uploads of this time and later; nil: from the first.
    package let from: Moment?
    /// Uploads before this time; nil: up to the last.
    package let until: Moment?
    /// Only these connections, each once; none: all.
    package let connections: [String]
    /// Webhook jobs are made too.
    package let makesJobs: Bool
    /// Uploads a second at most; nil: as fast as it can.
    package let ratePerSecond: Int?
    /// It goes on after its end.
    package let follows: Bool
    /// The rest is as for a worker, whose group and prefix are those of the live one.
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
                "and the live prefix '\(other)' begin with each other, and a replay never writes a live topic"
            )
        }
    }

    /// The consumer group, which is not the live one.
    package var group: String { "\(run.groupID).replay.\(into.dropLast())" }

    /// The options that must be the same whenever this replay is started, by their names, each value in one way.
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

    /// A duration in the greatest unit of which it is a whole number.
    private static func duration(_ milliseconds: Int) -> String {
        let units = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000)]
        let unit = units.first { milliseconds > 0 && milliseconds % $0.1 == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.1)\(unit.0)"
    }
}
