/// The groups in which help and completion list the commands, in this order.
package enum CommandGroup: String, CaseIterable, Sendable {
    case trying = "Try"
    case running = "Run"
    case looking = "Look"
    case changing = "Change"
    case repairing = "Repair"
    case shell = "In your shell"

    package var commands: [CommandRow] { CommandRow.rows.filter { $0.name.group == self } }
}

extension CommandName {
    var group: CommandGroup {
        switch self {
        case .demo, .examples, .transform, .sandbox, .webhookEcho, .webhookSend, .units: .trying
        case .run, .dispatch, .importing, .send, .topics: .running
        case .status, .documents, .convert, .report, .explain, .diff: .looking
        case .connections, .replay, .forget: .changing
        case .deadLetters, .doctor: .repairing
        case .completion, .help: .shell
        }
    }
}
