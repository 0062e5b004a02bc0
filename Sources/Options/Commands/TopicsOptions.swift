/// Everything that `topics` is told.
package struct TopicsOptions: Sendable {
    /// What is to be done with the topics.
    package enum Action: String, Sendable, CaseIterable {
        /// Show what is; or mend it first; or say by the status whether anything is wrong.
        case plan, apply, check
    }

    package let action: Action
    /// Where topics are, and what shapes those that are made.
    package let shape: TopicShape
    /// One JSON object a line.
    package let isJSON: Bool
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        action = Action(rawValue: values.operands[0]) ?? .check
        shape = try TopicShape(values)
        isJSON = try values.required(Options.json)
        log = try LogOptions(values)
    }
}
