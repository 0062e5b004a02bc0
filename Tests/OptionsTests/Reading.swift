import Options

/// What a command line comes to, with an environment and files that only exist here.
func parse(
    _ line: String,
    environment: [String: String] = [:],
    files: [String: String] = [:]
) -> Invocation {
    Invocation.parse(
        arguments: line.split(separator: " ").map(String.init),
        environment: environment,
        version: "1.2.3"
    ) { path in files[path].map { Array($0.utf8) } }
}

extension Invocation {
    /// The options, if this is what is to be run.
    private func options(of wanted: CommandName) -> Options? {
        if case .run(wanted, let options) = self { options } else { nil }
    }

    var run: Options? { options(of: .run) }
    var transform: Options? { options(of: .transform) }
    var units: Options? { options(of: .units) }
    var importing: Options? { options(of: .importing) }
    var send: Options? { options(of: .send) }
    var documents: Options? { options(of: .documents) }
    var report: Options? { options(of: .report) }
    var explain: Options? { options(of: .explain) }
    var deadLetters: Options? { options(of: .deadLetters) }
    var diff: Options? { options(of: .diff) }
    var connections: Options? { options(of: .connections) }
    var replays: Options? { options(of: .replay) }
    var replay: Options? { options(of: .replay) }
    var forget: Options? { options(of: .forget) }
    var dispatch: Options? { options(of: .dispatch) }
    var deliveries: Options? { options(of: .dispatch) }
    var newSecret: Options? { options(of: .dispatch) }
    var topics: Options? { options(of: .topics) }
    var webhookEcho: Options? { options(of: .webhookEcho) }
    var doctor: Options? { options(of: .doctor) }
    var demo: Options? { options(of: .demo) }
    var sandbox: Options? { options(of: .sandbox) }
    var printed: String? { if case .print(let text) = self { text } else { nil } }
    /// The lines of a complaint, without the hint at the end.
    var complaint: [String] {
        guard case .usage(let complaint) = self else { return [] }
        return complaint.text.split(separator: "\n").dropLast().map(String.init)
    }
}

/// The same with one more argument, which may have blanks or be empty.
func parse(_ line: String, environment: [String: String] = [:], argument: String) -> Invocation {
    let arguments = line.split(separator: " ").map(String.init) + [argument]
    return Invocation.parse(arguments: arguments, environment: environment, version: "1.2.3") { _ in nil }
}
