import Operations
import Options
import Views
import Worker

/// `fork-worker replay list` and `replay drop`.
enum ReplaysCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        switch options.replays.action {
        case .list: list(options, signals)
        case .drop(let prefix): drop(prefix, options, signals)
        }
    }

    private static func list(_ options: Options, _ signals: StopSignals) -> Never {
        Command.run(options, signals, unit: "topics") { command throws(OperationError) in
            let replays = try ReplayList(command.cluster).replays()
            command.print(replays, asJSON: options.isJSON, ReplayText.write, ReplayText.lines)
            return .done
        }
    }

    /// Drops a replay after a confirmation.
    private static func drop(_ prefix: String, _ options: Options, _ signals: StopSignals) -> Never {
        let interruption = "interrupted: run the command again to continue"
        Command.run(options, signals, unit: "topics", interruption: interruption) {
            command throws(OperationError) in
            let drop = try ReplayDrop(prefix, in: command.cluster)
            guard let plan = try drop.plan() else {
                command.leaveForUsage(
                    "replay drop: PREFIX \(prefix): is live because a worker took it over, and no longer a replay"
                )
            }
            if !options.isAgreed, !command.asks(ReplayText.plan(plan), name: "replay drop") {
                return Command.Ending(status: .failure, summary: "nothing is deleted")
            }
            try drop.run(plan)
            let gone = "\(Figures.count(plan.topics.count, "topic")) and the group \(plan.request.group)"
            return Command.Ending(summary: "\(prefix) is gone: \(gone); its state directories can be deleted too")
        }
    }
}
