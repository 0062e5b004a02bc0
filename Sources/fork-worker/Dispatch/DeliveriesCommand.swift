import Dispatching
import Files
import JSON
import Operations
import Options
import System
import Views
import Vocabulary
import Webhooks
import Worker

/// The actions of `fork-worker dispatch`, except for `new-secret`: shows waiting jobs, and sends webhooks.
enum DeliveriesCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        switch options.deliveries.action {
        case .list(let connection):
            Command.run(options, signals) { command throws(OperationError) in
                let (waiting, ink) = (try WaitingList(command.cluster).connections(connection), Screen().ink)
                command.print(waiting, asJSON: isJSON(options), DeliveryText.write) {
                    DeliveryText.lines($0, now: now, ink)
                }
                return .done
            }
        case .listHosts(let connection):
            Command.run(options, signals) { command throws(OperationError) in
                let hosts = WaitingHost.hosts(of: try WaitingList(command.cluster).connections(connection))
                let ink = Screen().ink
                command.print(hosts, asJSON: isJSON(options), DeliveryText.write) {
                    DeliveryText.lines(hosts: $0, now: now, ink)
                }
                return .done
            }
        case .retry(let retry):
            Command.run(options, signals, interruption: "interrupted: nothing is written") {
                command throws(OperationError) in
                let choice: DeliveryRetry.Choice =
                    switch retry {
                    case .host(let host): .host(host)
                    case .connections(let connections): .connections(connections)
                    case .all: .all
                    }
                let count = try DeliveryRetry(command.cluster, zones: zones).run(choice)
                command.print { $0.object { $0.member("retried", count) } }
                return .done
            }
        case .ping(let connection):
            Command.run(options, signals, interruption: "interrupted: the webhook may have been sent") {
                command throws(OperationError) in
                try ping(connection, options, command)
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

    private static var now: Int64 { Clocks().wallMilliseconds() }
    private static var zones: ZoneTable { ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read) }

    private static func isJSON(_ options: Options) -> Bool { options.isJSON || !StandardOutput.isTerminal }

    /// Sends a webhook without documents to the callback URL of a connection, and prints the result.
    private static func ping(
        _ name: String,
        _ options: Options,
        _ command: Command
    ) throws(OperationError) -> Command.Ending {
        guard let connection = ConnectionID(Array(name.utf8)) else { command.leaveForUsage("ping: ID is malformed") }
        let sent: SentWebhook?
        do throws(StartError) {
            let secrets = try SecretsFile(options)
            let found = try settings(of: connection, command)
            let webhook = SingleWebhook(
                pinging: connection,
                appID: found.appID,
                id: WebhookPost.newID,
                at: now
            )
            sent = try WebhookPost.send(webhook, to: found.url, secrets, options, at: now, command.signals)
        } catch {
            if error.isUsage { command.leaveForUsage("dispatch ping: \(error)") }
            return Command.Ending(status: .failure, summary: "\(name): \(error)")
        }
        guard let sent else { return Command.Ending(status: .failure, summary: "interrupted: there was no answer yet") }
        command.print([sent], asJSON: isJSON(options), DeliveryText.write) { $0.map(DeliveryText.line) }
        return Command.Ending(status: sent.outcome == .delivered ? .done : .failure)
    }

    private static func settings(
        of connection: ConnectionID,
        _ command: Command
    ) throws(StartError) -> (url: [UInt8], appID: [UInt8]?) {
        let found: StandingSettings?
        do throws(OperationError) {
            found = try SettingsList(command.cluster, zones: zones).settings(of: connection)
        } catch {
            throw StartError(error.description)
        }
        guard let settings = found?.settings, let url = settings.callbackURL else {
            throw StartError("its settings have no callback_url: see fork-worker connections get")
        }
        return (url, settings.appID)
    }
}
