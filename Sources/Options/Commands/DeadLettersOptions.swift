package struct DeadLettersOptions: Sendable {
    package enum Action: Sendable, Equatable {
        case list
        case show(Place)
        /// Redrives these dead letters, or the ones that match the filters if the list is empty.
        case redrive([Place])
        case park([Place])
    }

    package let action: Action
    /// Whether to work on the jobs that dispatchers have given up.
    package let isOfWebhooks: Bool
    /// A filter for the error code; nil matches all, as for the filters below.
    package let code: String?
    package let connection: String?
    package let since: TimeArgument?
    package let until: TimeArgument?
    package let upload: TopicPlace?
    /// Whether to list redriven and parked dead letters too.
    package let includesSettled: Bool
    /// Whether to print only the counts by code.
    package let isSummary: Bool
    /// The file with the value that replaces the dead letter's value.
    package let valueFile: String?
    /// The collection time for uploads that are no longer in their topic.
    package let collectedAt: TimeArgument?
    /// Whether to redrive dead letters that are marked, or that were redriven often.
    package let isAgain: Bool
    /// Whether to only show what would be done.
    package let isDryRun: Bool
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let word = values.operands[0]
        let places = values.operands.dropFirst().compactMap { Place($0) }
        try Self.check(word, values)
        switch (word, places.first) {
        case ("show", let place?):
            if places.count > 1 { throw Fault(.operand("PLACE"), "show takes one") }
            action = .show(place)
        case ("show", nil): throw Fault(.operand("PLACE"), "is missing: name one dead letter, such as 0:15")
        case ("redrive", _): action = .redrive(places)
        case ("park", _): action = .park(places)
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PLACE"), "list takes none; did you mean show?")
        }
        isOfWebhooks = try values.required(Options.webhooks)
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
    /// Options that are valid only for some actions.
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
            throw Fault(
                .operand("PLACE"),
                "is missing: name dead letters by partition:offset, or select them with \(all)"
            )
        }
        if placeCount > 0, let filter {
            throw Fault(.argument("--\(filter)"), "cannot be combined with PLACE")
        }
        if values.isGiven(Options.mendedValue.row.name), placeCount != 1 {
            throw Fault(
                .argument("--\(Options.mendedValue.row.name)"),
                "is the value of one dead letter: give one PLACE"
            )
        }
    }
}
