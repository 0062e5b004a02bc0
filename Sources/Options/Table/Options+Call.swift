/// Options that apply to a single call.
extension Options {
    static let target = Option(
        "to",
        .choice(SendTarget.self),
        .text("uploads"),
        in: .call,
        of: [.send],
        "Send lines to the topic of uploads, or of connection settings."
    )
    static let connection = Option(
        "connection",
        .connection,
        .absent("none"),
        in: .call,
        of: [.send],
        "Use this connection for lines without a connection_id."
    )
    static let connectionOfLines = Option(
        "connection",
        .connection,
        .absent("none"),
        in: .call,
        of: [.transform],
        "Use this connection for lines of Open Wearables and HealthKitReporter, which name none."
    )
    static let refusedConnection = Option(
        "connection",
        .connection,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Select dead letters of this connection."
    )
    static let chosenConnections = Option(
        "connection",
        .connections,
        .absent("all"),
        in: .call,
        of: [.diff, .replay],
        "Include only this connection. Repeatable."
    )
    static let limit = Option(
        "limit",
        .integer(0...10_000),
        .text("20"),
        in: .call,
        of: [.diff],
        "Show at most this many documents that differ, ordered by connection and id. All are counted."
    )
    static let rate = Option(
        "rate",
        .integer(1...1_000_000),
        .absent("as fast as the brokers take them"),
        in: .call,
        of: [.send],
        "Send at most this many lines per second."
    )
    static let skip = Option(
        "skip",
        .integer(0...Int.max),
        .text("0"),
        in: .call,
        of: [.send],
        "Skip this many lines at the beginning, counted over all files."
    )
    static let dryRun = Option(
        "dry-run",
        .toggle,
        in: .call,
        of: [.send],
        "Only check the lines, without a broker."
    )
    static let type = Option(
        "type",
        .repeated("TYPE", rule: "a data type, repeatable"),
        .absent("all"),
        in: .call,
        of: [.documents],
        "Show documents of this data type, such as sleep. Repeatable."
    )
    static let from = Option(
        "from",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.documents],
        "Show documents that end after this time. A date is a whole day in the document's time zone."
    )
    static let to = Option(
        "to",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.documents],
        "Show documents that start before this time. A date includes the whole day."
    )
    static let json = Option(
        "json",
        .toggle,
        in: .call,
        of: [
            .documents, .report, .deadLetters, .diff, .connections, .replay, .forget, .dispatch, .status, .topics,
            .doctor,
            .webhookEcho,
        ],
        "Print one JSON object per line, even on a terminal."
    )
}
