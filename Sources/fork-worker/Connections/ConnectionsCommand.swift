import Files
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker connections`: shows and changes the settings of connections.
enum ConnectionsCommand {
    private static let unread = "interrupted before everything was read: nothing is shown"
    private static let unwritten = "interrupted: nothing is written"

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        switch options.connections.action {
        case .list:
            Command.run(options, signals, interruption: unread) {
                command throws(OperationError) in
                let all = try SettingsList(command.cluster, zones: zones).settings()
                let shown = options.connections.onlyBackground ? all.filter(\.getsWebhooks) : all
                let isJSON = options.isJSON || !StandardOutput.isTerminal
                let ink = Screen().ink
                command.print(shown, asJSON: isJSON, ConnectionsText.write) { ConnectionsText.lines($0, ink) }
                return .done
            }
        case .get(let id):
            Command.run(options, signals, interruption: unread) {
                command throws(OperationError) in
                try get(command.connection(id), options, command, zones)
            }
        case .put, .set, .close:
            Command.run(options, signals, interruption: unwritten) {
                command throws(OperationError) in
                try write(try change(options, command, zones), options, command, zones)
            }
        }
    }

    private static func get(
        _ connection: ConnectionID,
        _ options: Options,
        _ command: Command,
        _ zones: ZoneTable
    ) throws(OperationError) -> Command.Ending {
        guard let found = try SettingsList(command.cluster, zones: zones).settings(of: connection) else {
            let summary = "\(connection.string) has no settings in \(command.cluster.topics.connections)"
            return Command.Ending(status: .failure, summary: summary)
        }
        if options.isJSON || !StandardOutput.isTerminal {
            command.print { ConnectionsText.writePlaced(found, into: &$0) }
        } else {
            command.print(ConnectionsText.page(found))
        }
        return .done
    }

    /// Returns the change to write; ends the process if workers would refuse the settings.
    private static func change(
        _ options: Options,
        _ command: Command,
        _ zones: ZoneTable
    ) throws(OperationError) -> SettingsChange {
        switch options.connections.action {
        case .list, .get: return .replace([])
        case .put(let files): return .replace(try SettingsFiles.read(files, options, command, zones))
        case .close(let id):
            return .edit(command.connection(id), [.closing], ifOffset: options.connections.ifOffset)
        case .set(let id):
            let connection = command.connection(id)
            let edits = options.connections.fields.map { SettingsEdit($0.name, to: $0.value) }
            // New values are checked before any request to a broker.
            var judge = SettingsJudge(zones: zones, forms: options.rules.forms)
            do throws(WrongSettings) {
                let json = SettingsEdit.apply(edits, to: nil, of: connection)
                _ = try SettingsLine(json, allowsLoopback: options.rules.allowsLoopbackCallbacks, &judge)
            } catch {
                command.leaveForUsage(wrong(connection, error.reason))
            }
            return .edit(connection, edits, ifOffset: options.connections.ifOffset)
        }
    }

    private static func wrong(_ connection: ConnectionID, _ reason: String) -> String {
        "connections put: workers would refuse these settings of \(connection.string): \(reason) Nothing is written"
    }

    private static func write(
        _ change: SettingsChange,
        _ options: Options,
        _ command: Command,
        _ zones: ZoneTable
    ) throws(OperationError) -> Command.Ending {
        if case .replace(let lines) = change, lines.isEmpty {
            return Command.Ending(status: .done, summary: "the input has no settings: nothing is written")
        }
        let allowsLoopback = options.rules.allowsLoopbackCallbacks
        let update = SettingsUpdate(in: command.cluster, zones: zones, allowsLoopback: allowsLoopback)
        switch try update.write(change) {
        case .wrong(let reason):
            guard case .edit(let connection, _, _) = change else { return Command.Ending(status: .failure) }
            command.leaveForUsage(wrong(connection, reason))
        case .moved(let offset):
            let found = offset < 0 ? "there are no settings" : "the newest settings have offset \(offset)"
            return Command.Ending(status: .failure, summary: "--if-offset: \(found): nothing is written")
        case .written(let written):
            if let warning = ConnectionsText.warning(written) { command.say(warning) }
            return end(written, update, options, command)
        }
    }

    /// Waits for workers, unless `--no-wait` is given, and returns a summary of the written settings.
    private static func end(
        _ written: WrittenSettings,
        _ update: SettingsUpdate,
        _ options: Options,
        _ command: Command
    ) -> Command.Ending {
        func summary(_ answer: SettingsUpdate.Answer?) -> (text: String, isDone: Bool) {
            let limit = Figures.exact(milliseconds: Int64(options.connections.timeoutMilliseconds))
            let cluster = command.cluster
            return ConnectionsText.summary(
                written,
                answer,
                topic: cluster.topics.connections,
                group: cluster.groupID,
                within: limit
            )
        }
        if options.connections.isWithoutWait { return Command.Ending(status: .done, summary: summary(nil).text) }
        do throws(OperationError) {
            let limit = Duration.milliseconds(options.connections.timeoutMilliseconds)
            let (text, isDone) = summary(try update.answer(to: written, within: limit))
            return Command.Ending(status: isDone ? .done : .failure, summary: text)
        } catch {
            let why = error.isCancelled ? "interrupted while it waited for workers" : error.description
            return Command.Ending(status: .failure, summary: "\(summary(nil).text). \(why)")
        }
    }
}

extension Command {
    /// Returns the connection with an id that the options have checked.
    fileprivate func connection(_ id: String) -> ConnectionID {
        guard let connection = ConnectionID(Array(id.utf8)) else { leaveForUsage("connections: ID is malformed") }
        return connection
    }
}
