import Files
import JSON
import Operations
import Options
import Views

/// `fork-worker dispatch list` and `resend`: shows what waits, and sends jobs again.
enum DeliveriesCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        switch options.deliveries.action {
        case .list(let connection):
            Command.run(options, signals) { command throws(OperationError) in
                let waiting = try WaitingList(command.cluster).connections(connection)
                let isJSON = options.isJSON || !StandardOutput.isTerminal
                command.print(waiting, asJSON: isJSON, DeliveryText.write, DeliveryText.lines)
                return .done
            }
        case .resend(let resend):
            let interruption = "interrupted: the jobs that were sent again until then stay; receivers know their ids"
            Command.run(options, signals, interruption: interruption) {
                command throws(OperationError) in
                let choice = Resend.Choice(
                    connections: resend.connections.map { Set($0) },
                    sinceMilliseconds: resend.since.unixMilliseconds,
                    untilMilliseconds: resend.until?.unixMilliseconds
                )
                let count = try Resend(command.cluster).run(choice, isDryRun: resend.isDryRun)
                command.print { $0.object { $0.member("resent", count) } }
                return .done
            }
        }
    }
}
