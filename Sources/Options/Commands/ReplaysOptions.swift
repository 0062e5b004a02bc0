/// Everything that `replay list` and `replay drop` are told.
package struct ReplaysOptions: Sendable {
    /// What is to be done with replays that are there.
    package enum Action: Sendable, Equatable {
        case list
        /// Take away the one of this prefix.
        case drop(prefix: String)
    }

    package let action: Action
    /// One JSON object a line.
    package let isJSON: Bool
    /// It is done without asking.
    package let isAgreed: Bool
    /// Where the brokers are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let prefix = values.operands.dropFirst().first
        switch (values.operands[0], prefix) {
        case ("drop", let prefix?): action = .drop(prefix: prefix)
        case ("drop", nil): throw Fault(.operand("PREFIX"), "is missing: name the replay, as list does")
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PREFIX"), "list takes none; did you mean drop?")
        }
        isJSON = try values.required(Options.json)
        isAgreed = try values.required(Options.agreed)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        let foreign = Options.replayRows + [Options.chosenConnections.row]
        if let row = foreign.first(where: { values.isGiven($0.name) }) {
            throw Fault(.argument("--\(row.name)"), "is about a replay that is to run, and not about list and drop")
        }
        if case .drop = action, isJSON { throw Fault(.argument("--json"), "is for list only") }
        if action == .list, isAgreed { throw Fault(.argument("--yes"), "is for drop only: list asks nothing") }
    }
}
