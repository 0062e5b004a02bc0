package import Dispatching
package import Vocabulary

/// The values of all options.
///
/// The table sets each property by its key path. A property that no option of the command sets keeps its initial value.
package struct Options: Sendable {
    /// The arguments that are not options.
    package internal(set) var operands: [String] = []
    /// The number that `units` converts.
    package internal(set) var number = 0.0
    package var cluster = ClusterOptions()
    package var process = ProcessOptions()
    package var rules = Rules()
    package var dispatch = DispatchOptions()
    package var log = LogOptions()
    /// Whether to print one JSON object per line, even on a terminal.
    package var isJSON = false
    /// Whether to skip the confirmation prompt.
    package var isAgreed = false
    /// Whether `dispatch new-secret` makes a pair of Ed25519 keys instead of a shared secret.
    package var isEd25519 = false
    /// The file with the secrets of webhooks; nil for the environment only.
    package var secretsFile: String?
    /// The file with the certificate authorities for callback URLs; nil for the authorities of the system.
    package var authoritiesFile: String?
    /// The file to read documents from instead of topics; `-` is standard input.
    package var documentFile: String?
    /// The path of the configuration file, which the parser has already read.
    var configFile: String?
    /// The connections that `diff` and `replay` include; all if empty.
    package var chosenConnections: [String] = []
    package var transform = TransformOptions()
    package var send = SendOptions()
    package var importing = ImportOptions()
    package var documents = DocumentsOptions()
    package var convert = ConvertOptions()
    package var report = ReportOptions()
    package var explain = ExplainOptions()
    package var deadLetters = DeadLettersOptions()
    package var status = StatusOptions()
    package var diff = DiffOptions()
    package var connections = ConnectionsOptions()
    package var replay = ReplayOptions()
    package var replays = ReplaysOptions()
    package var forget = ForgetOptions()
    package var deliveries = DeliveriesOptions()
    package var topics = TopicsOptions()
    package var demo = DemoOptions()
    package var sandbox = SandboxOptions()
    package var echo = WebhookEchoOptions()
    package var single = WebhookSendOptions()
    /// All options with their values, given or by default, for the log event at start.
    package internal(set) var effective: [EffectiveOption] = []

    /// The connection that is the first operand of `documents`, `report`, `explain` and `forget`.
    package var connection: String { operands.first ?? "" }
}

/// An option with its current value, safe to print.
package struct EffectiveOption: Sendable, Equatable {
    /// Where the value comes from, as the console's API names it.
    package enum Source: String, Sendable {
        case flag, environment, file
        case byDefault = "default"
    }

    /// The option's name without dashes.
    package let name: String
    /// The text of the value; `***` for a secret.
    package let value: String
    package let source: Source

    package init(name: String, value: String, source: Source) {
        self.name = name
        self.value = value
        self.source = source
    }
}
