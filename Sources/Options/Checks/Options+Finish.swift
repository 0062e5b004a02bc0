import Dispatching
import Vocabulary

/// Checks that involve several options.
extension Options {
    /// Sets properties that depend on operands or on several options, and checks combinations of options.
    mutating func finish(_ name: CommandName, _ values: Values, version: String) throws(Fault) {
        operands = values.operands
        effective = values.effective
        rules.workerVersion = version
        dispatch.version = version
        dispatch.topicPrefix = rules.topicPrefix
        try cluster.finish()
        switch name {
        case .importing: importing.file = operands[1]
        case .documents:
            try checkSource()
            try documents.finish(isJSON: isJSON)
        case .report:
            try checkSource()
            try report.check(values)
        case .explain: try explain.check(cluster)
        case .deadLetters: try deadLetters.finish(values)
        case .diff: try checkOther(prefix: operands[0])
        case .connections: try connections.finish(values)
        case .replay where operands.isEmpty:
            try replay.check(rules, values)
            chosenConnections = Set(chosenConnections).sorted()
            process.stateDirectory = replay.stateDirectory ?? "state-\(replay.into.dropLast())"
        case .replay: try replays.finish(values)
        case .forget:
            if forget.isCheck, let given = ["yes", "timeout"].first(where: values.isGiven) {
                throw Fault(.argument("--\(given)"), "cannot be combined with --check, which only searches")
            }
        case .dispatch: try finishDispatch(values)
        case .topics: topics.action = TopicsOptions.Action(rawValue: operands[0]) ?? .check
        case .units: number = (try? Kind.number.read(operands[0])) ?? 0
        case .run, .sandbox: try process.console.check(address: process.httpAddress)
        case .demo: try checkDemo()
        case .transform, .send, .convert, .status, .doctor, .examples, .webhookEcho, .webhookSend, .completion, .help:
            break
        }
    }

    private mutating func finishDispatch(_ values: Values) throws(Fault) {
        if operands.first == "new-secret" {
            if operands.count > 1 { throw Fault(.operand("CONNECTION"), shown: operands[1], "is for ping only") }
            guard let name = values.givenOfCall(except: ["ed25519", "json"]) else { return }
            throw Fault(.argument("--\(name)"), "is not for new-secret")
        }
        if cluster.bootstrapServers.isEmpty { throw Fault(.argument("--bootstrap-servers"), "must be given") }
        if !operands.isEmpty { return try deliveries.finish(values) }
        if let name = values.givenOfCall(except: []) {
            throw Fault(.argument("--\(name)"), "is for the actions of dispatch only")
        }
        effective.removeAll { option in Self.of(.dispatch).contains { $0.name == option.name && $0.section == .call } }
    }

    /// Checks that the console of the demo, which asks for no token, is not reached from other machines.
    private func checkDemo() throws(Fault) {
        guard let console = demo.console, !["127.0.0.1", "::1", "localhost"].contains(console.host) else { return }
        let reason = "must be an address of this machine only, such as 127.0.0.1:9090"
        throw Fault(.argument("--console"), shown: console.description, reason)
    }

    /// Checks that documents are read from brokers or from a file.
    private func checkSource() throws(Fault) {
        guard documentFile == nil, cluster.bootstrapServers.isEmpty else { return }
        let reason = "must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --documents is"
        throw Fault(.argument("--bootstrap-servers"), reason)
    }

    /// Checks that the prefix to compare with is not the live prefix.
    private func checkOther(prefix: String) throws(Fault) {
        guard prefix == rules.topicPrefix else { return }
        let reason = "is equal to --topic-prefix: give another prefix to compare with"
        throw Fault(.operand("PREFIX"), shown: prefix, reason)
    }
}
