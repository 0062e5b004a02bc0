/// The options of `replay list` and `replay drop`, which share their table row with `replay`.
package struct ReplaysOptions: Sendable {
    package enum Action: Sendable, Equatable {
        case list
        /// Deletes the replay with this prefix.
        case drop(prefix: String)
    }

    package let action: Action
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    /// Whether to skip the confirmation prompt.
    package let isAgreed: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let prefix = values.operands.dropFirst().first
        switch (values.operands[0], prefix) {
        case ("drop", let prefix?): action = .drop(prefix: prefix)
        case ("drop", nil): throw Fault(.operand("PREFIX"), "is missing: give the prefix of the replay")
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PREFIX"), "list takes none; did you mean drop?")
        }
        isJSON = try values.required(Options.json)
        isAgreed = try values.required(Options.agreed)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        let foreign = Options.replayRows + [Options.chosenConnections.row]
        if let row = foreign.first(where: { values.isGiven($0.name) }) {
            throw Fault(.argument("--\(row.name)"), "is only for running a replay, not for list and drop")
        }
        if case .drop = action, isJSON { throw Fault(.argument("--json"), "is for list only") }
        if action == .list, isAgreed { throw Fault(.argument("--yes"), "is for drop only") }
    }
}
