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
    var run: RunOptions? { if case .run(.run(let options)) = self { options } else { nil } }
    var transform: TransformOptions? { if case .run(.transform(let options)) = self { options } else { nil } }
    var units: UnitsOptions? { if case .run(.units(let options)) = self { options } else { nil } }
    var importing: ImportOptions? { if case .run(.importing(let options)) = self { options } else { nil } }
    var send: SendOptions? { if case .run(.send(let options)) = self { options } else { nil } }
    var documents: DocumentsOptions? { if case .run(.documents(let options)) = self { options } else { nil } }
    var report: ReportOptions? { if case .run(.report(let options)) = self { options } else { nil } }
    var deadLetters: DeadLettersOptions? { if case .run(.deadLetters(let options)) = self { options } else { nil } }
    var diff: DiffOptions? { if case .run(.diff(let options)) = self { options } else { nil } }
    var connections: ConnectionsOptions? {
        if case .run(.connections(let options)) = self { options } else { nil }
    }
    var replays: ReplaysOptions? { if case .run(.replays(let options)) = self { options } else { nil } }
    var replay: ReplayOptions? { if case .run(.replay(let options)) = self { options } else { nil } }
    var forget: ForgetOptions? { if case .run(.forget(let options)) = self { options } else { nil } }
    var dispatch: DispatchOptions? { if case .run(.dispatch(let options)) = self { options } else { nil } }
    var deliveries: DeliveriesOptions? { if case .run(.deliveries(let options)) = self { options } else { nil } }
    var newSecret: NewSecretOptions? { if case .run(.newSecret(let options)) = self { options } else { nil } }
    var topics: TopicsOptions? { if case .run(.topics(let options)) = self { options } else { nil } }
    var webhookEcho: WebhookEchoOptions? { if case .run(.webhookEcho(let options)) = self { options } else { nil } }
    var doctor: DoctorOptions? { if case .run(.doctor(let options)) = self { options } else { nil } }
    var demo: DemoOptions? { if case .run(.demo(let options)) = self { options } else { nil } }
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
