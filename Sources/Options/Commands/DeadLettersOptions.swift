/// Everything that `dead-letters` is told.
package struct DeadLettersOptions: Sendable {
    /// What is to be done with them.
    package enum Action: Sendable, Equatable {
        case list
        case show(Place)
        /// To these, or to those that the filters choose where there are none.
        case redrive([Place])
        case park([Place])
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
    /// The file whose bytes go in place of the letter's.
    package let valueFile: String?
    /// When uploads were collected that are gone.
    package let collectedAt: Moment?
    /// Those too that are marked, or were redriven often.
    package let isAgain: Bool
    /// What would be done is only shown.
    package let isDryRun: Bool
    /// One JSON object a line.
    package let isJSON: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let word = values.operands[0]
        let places = values.operands.dropFirst().compactMap { Place($0) }
        try Self.check(word, values)
        switch (word, places.first) {
        case ("show", let place?):
            if places.count > 1 { throw Fault(.operand("PLACE"), "show takes one") }
            action = .show(place)
        case ("show", nil): throw Fault(.operand("PLACE"), "is missing: show one letter, as list names it")
        case ("redrive", _): action = .redrive(places)
        case ("park", _): action = .park(places)
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
        valueFile = try values.optional(Options.mendedValue)
        collectedAt = try values.optional(Options.collectedAt)
        isAgain = try values.required(Options.again)
        isDryRun = try values.required(Options.lettersDryRun)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        if let since, let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
    }

    private static let filters = [
        Options.code.row, Options.refusedConnection.row, Options.since.row, Options.until.row, Options.upload.row,
    ].map(\.name)
    /// The options that only some of the actions take.
    private static let owned: [(names: [String], actions: [String])] = [
        (filters, ["list", "redrive", "park"]), ([Options.settled.row.name, Options.summary.row.name], ["list"]),
        ([Options.mendedValue.row.name, Options.collectedAt.row.name, Options.again.row.name], ["redrive"]),
        ([Options.lettersDryRun.row.name], ["redrive", "park"]),
    ]

    private static func check(_ action: String, _ values: Values) throws(Fault) {
        for (names, actions) in owned where !actions.contains(action) {
            guard let name = names.first(where: values.isGiven) else { continue }
            throw Fault(.argument("--\(name)"), "is for \(alternatives(actions)) only")
        }
        guard action == "redrive" || action == "park" else { return }
        let placeCount = values.operands.count - 1
        let filter = filters.first(where: values.isGiven)
        if placeCount == 0, filter == nil {
            let all = alternatives(filters.map { "--\($0)" })
            throw Fault(.operand("PLACE"), "is missing: name letters by their places, or choose them by \(all)")
        }
        if placeCount > 0, let filter {
            throw Fault(.argument("--\(filter)"), "chooses letters where none is named by its place")
        }
        if values.isGiven(Options.mendedValue.row.name), placeCount != 1 {
            throw Fault(.argument("--\(Options.mendedValue.row.name)"), "is the value of one letter: name one place")
        }
    }
}
