package struct TopicsOptions: Sendable {
    package enum Action: String, Sendable, CaseIterable {
        /// `plan` shows the state, `apply` corrects it first, and `check` reports problems in the exit status.
        case plan, apply, check
    }

    package let action: Action
    package let shape: TopicShape
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        action = Action(rawValue: values.operands[0]) ?? .check
        shape = try TopicShape(values)
        isJSON = try values.required(Options.json)
        log = try LogOptions(values)
    }
}
