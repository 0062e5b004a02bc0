import Vocabulary

extension ReplayOptions {
    /// Checks the options of a replay; `rules` contains the live prefix.
    func check(_ rules: Rules, _ values: Values) throws(Fault) {
        if into.isEmpty { throw Fault(.argument("--into"), "must be given: the prefix of the topics to write") }
        for name in ["json", "yes"] where values.isGiven(name) {
            throw Fault(.argument("--\(name)"), "is for replay list or replay drop only")
        }
        if let from, let until, from.unixMilliseconds > until.unixMilliseconds {
            throw Fault(.argument("--from"), "must not be later than --until")
        }
        let live = rules.topicPrefix
        for other in [live, rules.inputPrefix ?? live] where other.hasPrefix(into) || into.hasPrefix(other) {
            throw Fault(
                .argument("--into"),
                shown: into,
                "and the live prefix '\(other)' overlap, but a replay never writes a live topic"
            )
        }
    }
}

extension ReplaysOptions {
    mutating func finish(_ values: Values) throws(Fault) {
        let prefix = values.operands.dropFirst().first
        switch (values.operands[0], prefix) {
        case ("drop", let prefix?): action = .drop(prefix: prefix)
        case ("drop", nil): throw Fault(.operand("PREFIX"), "is missing: give the prefix of the replay")
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PREFIX"), "list takes none; did you mean drop?")
        }
        if let name = values.givenOfCall(except: ["json", "yes"]) {
            throw Fault(.argument("--\(name)"), "is only for running a replay, not for list and drop")
        }
        if action != .list, values.isGiven("json") { throw Fault(.argument("--json"), "is for list only") }
        if action == .list, values.isGiven("yes") { throw Fault(.argument("--yes"), "is for drop only") }
    }
}
