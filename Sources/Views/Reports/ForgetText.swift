package import Operations

/// Formats the output of `forget`; `ForgetText+JSON.swift` has the JSON.
package enum ForgetText {
    /// The remaining records of a connection, and whether a replay would bring it back.
    case check(String, [Trace], canComeBack: Bool = false, waiting: WaitingDeletions? = nil)
    /// The result of forgetting a connection.
    case forgotten(String, Forgetting.Outcome)

    /// Deletions that a receiver has not accepted yet, and where they wait.
    package struct WaitingDeletions: Sendable {
        let topic: String
        /// The name and port of the receiver; nil if unknown.
        let host: String?

        package init(topic: String, host: String?) {
            self.topic = topic
            self.host = host
        }
    }

    /// Whether `--check` found no live records.
    package var isClean: Bool {
        switch self {
        case .check(_, let traces, _, _): !traces.contains(where: \.isLive)
        case .forgotten: true
        }
    }

    /// A warning for standard error; nil if there is none.
    package var warning: String? {
        guard case .check(let connection, _, canComeBack: true, _) = self else { return nil }
        return
            "warning: the settings that forget \(connection) were deleted, but its uploads still exist: workers "
            + "keep it forgotten, but a replay would bring them back. Run fork-worker forget \(connection) again"
    }

    /// The lines of the output; the last one contains the next step.
    package var lines: [String] {
        switch self {
        case .check(let connection, let traces, _, let waiting): Self.lines(traces, isClean, connection, waiting)
        case .forgotten(let connection, let outcome): Self.lines(outcome, connection)
        }
    }

    private static func lines(
        _ traces: [Trace],
        _ isClean: Bool,
        _ connection: String,
        _ waiting: WaitingDeletions?
    ) -> [String] {
        var lines = traces.map { trace in
            let place = Paragraph.pad("\(trace.topic) [\(trace.partition)]", to: 44)
            return "\(place)  \(Figures.count(trace.records, "record")), \(trace.live) live"
        }
        if isClean { return lines + ["no live record identifies \(connection)"] }
        if let waiting {
            lines.append(
                "deletions wait for \(waiting.host ?? "a receiver") in \(waiting.topic): they go when it takes them, when "
                    + "it answers 410, or when the retry schedule is over. To retry now, write the settings again: "
                    + "fork-worker connections put \(connection) --set forget=true"
            )
        }
        if traces.contains(where: { $0.isLive && $0.topic != waiting?.topic }) {
            lines.append(
                "live records identify \(connection): run fork-worker forget under each live prefix; delete a "
                    + "replay's topics with fork-worker replay drop"
            )
        }
        return lines
    }

    private static func lines(_ outcome: Forgetting.Outcome, _ connection: String) -> [String] {
        var lines = ["\(connection) is forgotten: workers have deleted its documents and its state"]
        lines += outcome.topics.map { "deleted the topic \($0)" }
        if outcome.documents > 0 { lines.append("deleted \(Figures.count(outcome.documents, "frozen record"))") }
        if outcome.letters > 0 {
            lines.append("marked \(Figures.count(outcome.letters, "open dead letter")): they cannot be redriven")
        }
        if !outcome.formerOwners.isEmpty {
            let until = Figures.instant(unixMilliseconds: outcome.ownersUntilMilliseconds)
            lines.append("Instances that may have owned its partition recently delete their copies by \(until):")
            lines += outcome.formerOwners.map { "  \($0)" }
        }
        if !outcome.remaining.isEmpty { lines.append("Records remain, until at the latest:") }
        for trace in outcome.remaining {
            let records = Paragraph.pad(Figures.count(trace.records, "record"), to: 14)
            lines.append("  \(Paragraph.pad(trace.topic, to: 40))  \(records)  \(Self.text(trace.end))")
        }
        return lines + [
            "Webhook receivers and readers of these topics must delete their own copies.",
            "To check again: fork-worker forget --check \(connection)",
        ]
    }

    private static func text(_ end: RemainingTrace.End) -> String {
        switch end {
        case .retention(let time): Figures.instant(unixMilliseconds: time)
        case .compaction(let time, let keysTime):
            "\(Figures.instant(unixMilliseconds: time)); keys of deleted records \(Figures.instant(unixMilliseconds: keysTime))"
        case .never: "never, since retention.ms is -1"
        case .someday: "unknown, since max.compaction.lag.ms is not set"
        case .dropped(let prefix): "fork-worker replay drop \(prefix), or forget under that prefix if it is live"
        }
    }
}
