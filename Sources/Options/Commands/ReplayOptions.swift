import Vocabulary

package struct ReplayOptions: Sendable {
    /// The prefix of the topics to write.
    package var into = ""
    /// The first upload timestamp to read; nil for no limit.
    package var from: TimeArgument?
    /// The upload timestamp to stop before; nil for no limit.
    package var until: TimeArgument?
    /// Whether to write webhook jobs too.
    package var makesJobs = false
    /// The largest number of uploads per second; nil for no limit.
    package var ratePerSecond: Int?
    /// Whether to continue with new uploads after the end.
    package var follows = false
    /// The folder of the replay's state; nil for a folder that is named after the prefix.
    package var stateDirectory: String?
}

extension Options {
    /// The replay's own consumer group.
    package var replayGroup: String { "\(cluster.groupID).replay.\(replay.into.dropLast())" }

    /// The options that must be equal at each start of this replay, by name, each value in one normal form.
    package var askedOfReplay: [String: String] {
        var asked = [
            "group-id": cluster.groupID, "topic-prefix": rules.topicPrefix,
            "input-prefix": rules.inputPrefix ?? rules.topicPrefix, "output-topics": rules.routing.rawValue,
            "sleep-threshold": Self.duration(rules.sleepThresholdSeconds),
            "state-retention": Self.duration(rules.stateRetentionSeconds),
            "document-max-bytes": "\(rules.documentMaxBytes)", "upload-max-bytes": "\(rules.uploadMaxBytes)",
            "source-priority": rules.sourcePriority.joined(separator: ","),
            "allow-loopback-callbacks": "\(rules.allowsLoopbackCallbacks)",
            "known-connections-only": "\(rules.knownConnectionsOnly)", "jobs": "\(replay.makesJobs)",
        ]
        if !chosenConnections.isEmpty { asked["connection"] = chosenConnections.joined(separator: ",") }
        if let from = replay.from { asked["from"] = "\(from.unixMilliseconds) ms since 1970" }
        if let until = replay.until { asked["until"] = "\(until.unixMilliseconds) ms since 1970" }
        return asked
    }

    /// Writes zero as `0ms`, because the records of existing replays contain this text.
    private static func duration(_ seconds: Double) -> String {
        seconds == 0 ? "0ms" : Measure.duration.write(Int(seconds * 1_000))
    }
}

/// The options of `replay list` and `replay drop`, which have no row of their own in the table of commands.
package struct ReplaysOptions: Sendable {
    package enum Action: Sendable, Equatable {
        case list
        /// Deletes the replay with this prefix.
        case drop(prefix: String)
    }

    package internal(set) var action = Action.list
}
