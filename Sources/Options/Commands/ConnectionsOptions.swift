package struct ConnectionsOptions: Sendable {
    package enum Action: Sendable, Equatable {
        /// Prints the settings of all connections, or only of those that get webhooks.
        case list(onlyBackground: Bool)
        case get(String)
        /// Writes settings from these files; from standard input if there are none, or for `-`.
        case put(files: [String])
        /// Changes fields of a connection.
        case set(String, [SettingsField])
        case close(String)
    }

    package let action: Action
    /// The expected offset of the newest settings; −1 stands for no settings, nil for any.
    package let ifOffset: Int64?
    /// How long to wait for workers.
    package let timeoutMilliseconds: Int
    /// Whether to wait for workers after writing.
    package let waits: Bool
    /// Whether to print one JSON object per line, even on a terminal.
    package let isJSON: Bool
    /// Whether the workers allow callbacks to loopback by plain http.
    package let allowsLoopbackCallbacks: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        action = try Self.action(values)
        ifOffset = try values.optional(Options.ifOffset).map { Int64($0) }
        timeoutMilliseconds = try values.required(Options.settingsTimeout)
        waits = try !values.required(Options.noWait)
        isJSON = try values.required(Options.json)
        allowsLoopbackCallbacks = try values.required(Options.allowLoopbackCallbacks)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        try check(values)
    }

    private static func action(_ values: Values) throws(Fault) -> Action {
        let word = values.operands[0]
        let rest = Array(values.operands.dropFirst())
        let fields = try values.all(Options.fields)
        switch word {
        case "list":
            if let extra = rest.first {
                throw Fault(.operand("ID"), shown: extra, "list takes none; did you mean get?")
            }
            return .list(onlyBackground: try values.required(Options.background))
        case "get": return .get(try connection(rest, of: word))
        case "close": return .close(try connection(rest, of: word))
        default:
            if fields.isEmpty { return .put(files: rest) }
            return .set(try connection(rest, of: "put --set"), fields)
        }
    }

    /// Returns the only operand, which must be a connection id.
    private static func connection(_ rest: [String], of action: String) throws(Fault) -> String {
        guard let id = rest.first else { throw Fault(.operand("ID"), "is missing: name the connection") }
        if rest.count > 1 { throw Fault(.operand("ID"), "\(action) takes one") }
        if let reason = Kind.connection.reason(against: id) { throw Fault(.operand("ID"), shown: id, reason.text) }
        return id
    }

    /// Options that are valid only for some actions.
    private static let owned: [(names: [String], words: [String])] = [
        ([Options.background.row.name], ["list"]), ([Options.json.row.name], ["list", "get"]),
        ([Options.fields.row.name], ["put"]),
        ([Options.settingsTimeout.row.name, Options.noWait.row.name, Options.ifOffset.row.name], ["put", "close"]),
    ]

    private func check(_ values: Values) throws(Fault) {
        for (names, words) in Self.owned where !words.contains(values.operands[0]) {
            guard let name = names.first(where: values.isGiven) else { continue }
            throw Fault(.argument("--\(name)"), "is for \(alternatives(words)) only")
        }
        if case .put = action, values.isGiven(Options.ifOffset.row.name) {
            throw Fault(.argument("--if-offset"), "is for one connection: change it with put ID --set")
        }
        if !waits, values.isGiven(Options.settingsTimeout.row.name) {
            throw Fault(.argument("--timeout"), "cannot be combined with --no-wait")
        }
    }
}
