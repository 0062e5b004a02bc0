/// The table of options, in the order of help and docs.
///
/// A row has the name, the property, the kind of values, the default if it is not the property's initial value, the
/// commands, and the help text. A default is written as a user would write it.
extension Options {
    /// All options; an option that is missing here does not exist.
    package static let all =
        callTable.rows(in: .call) + receivingTable.rows(in: .input) + answeringTable.rows(in: .call)
        + inputTable.rows(in: .input) + kafkaTable.rows(in: .kafka) + shapingTable.rows(in: .documents)
        + deliveryTable.rows(in: .delivery) + workerTable.rows(in: .worker)
        // After the switch of the same name, which may stand in a file.
        + demoTable.rows(in: .call) + generalTable.rows(in: .general)

    /// Returns the option with this name, of this command if possible.
    ///
    /// Options of several commands can share a name; most of them take a value in all commands, or in none.
    static func named(_ name: String, of command: CommandName? = nil) -> Option? {
        let rows = all.filter { $0.name == name }
        return rows.first { row in command.map(row.commands.contains) ?? false } ?? rows.first
    }

    static func of(_ command: CommandName) -> [Option] { all.filter { $0.commands.contains(command) } }

    static let day = 86_400_000
    /// The commands that connect to brokers.
    static let connected: [CommandName] = [
        .run, .send, .documents, .report, .explain, .deadLetters, .diff, .connections, .replay, .forget, .dispatch,
        .status, .topics, .doctor,
    ]
    /// The commands that always need a broker.
    static let brokersOnly = connected.filter { !fileReaders.contains($0) && $0 != .explain && $0 != .dispatch }
    /// The commands that name topics.
    static let naming = connected + [.transform, .sandbox]
    /// The commands whose processes join a group.
    static let members: [CommandName] = [.run, .replay, .dispatch]
    /// The commands that serve probes and metrics.
    static let servers = members + [.sandbox]
    /// The commands that serve the console with the options of `run`.
    static let consoles: [CommandName] = [.run, .sandbox]
    /// The commands that can read documents from a file, without a broker.
    static let fileReaders: [CommandName] = [.documents, .report]
    /// The commands that make documents: with equal options, their documents are equal.
    static let shaping: [CommandName] = [.run, .transform, .explain, .replay, .sandbox]
    static let logging: [CommandName] = [
        .run, .transform, .importing, .send, .documents, .convert, .report, .explain, .deadLetters, .diff, .connections,
        .replay,
        .forget, .dispatch, .status, .topics, .doctor, .demo, .sandbox, .webhookEcho, .webhookSend,
    ]
}
