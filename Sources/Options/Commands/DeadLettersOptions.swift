/// Everything that `dead-letters` is told.
package struct DeadLettersOptions: Sendable {
    /// What is to be done with them.
    package enum Action: Sendable, Equatable {
        case list
        case show(Place)
    }

    package let action: Action
    /// Nil where all are meant, as below.
    package let code: String?
    package let connection: String?
    package let since: Moment?
    package let until: Moment?
    package let upload: TopicPlace?
    /// Redriven and parked ones too.
    package let includesSettled: Bool
    /// Only how many there are of each code.
    package let isSummary: Bool
    /// One JSON object a line.
    package let isJSON: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let place = values.operands.dropFirst().first.flatMap { Place($0) }
        switch (values.operands[0], place) {
        case ("show", let place?): action = .show(place)
        case ("show", nil): throw Fault(.operand("PLACE"), "is missing: show one letter, as list names it")
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PLACE"), "list takes none; did you mean show?")
        }
        code = try values.optional(Options.code)
        connection = try values.optional(Options.refusedConnection)
        since = try values.optional(Options.since)
        until = try values.optional(Options.until)
        upload = try values.optional(Options.upload)
        includesSettled = try values.required(Options.settled)
        isSummary = try values.required(Options.summary)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        let filters = [Options.code.row, Options.refusedConnection.row, Options.since.row, Options.until.row]
        let given = (filters + [Options.upload.row, Options.summary.row]).first { values.isGiven($0.name) }
        if case .show = action, let given { throw Fault(.argument("--\(given.name)"), "chooses letters of list only") }
        if let since, let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
    }
}
