/// Options that apply to a single call.
extension Options {
    static let target = Option(
        "to",
        .choice(SendTarget.self),
        .text("uploads"),
        in: .call,
        of: [.send],
        "The topic that lines go to: uploads, or settings of connections."
    )
    static let connection = Option(
        "connection",
        .connection,
        .absent("none"),
        in: .call,
        of: [.send],
        "Connection of lines that name none."
    )
    static let refusedConnection = Option(
        "connection",
        .connection,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Those of this connection."
    )
    static let chosenConnections = Option(
        "connection",
        .connections,
        .absent("all"),
        in: .call,
        of: [.diff, .replay],
        "Only this connection; can be given often."
    )
    static let limit = Option(
        "limit",
        .integer(0...10_000),
        .text("20"),
        in: .call,
        of: [.diff],
        "Documents that differ to show, by connection and id; all of them are counted."
    )
    static let rate = Option(
        "rate",
        .integer(1...1_000_000),
        .absent("as fast as the brokers take them"),
        in: .call,
        of: [.send],
        "Lines a second at most."
    )
    static let skip = Option(
        "skip",
        .integer(0...Int.max),
        .text("0"),
        in: .call,
        of: [.send],
        "Lines from the beginning, over all files, that are done: go on after them."
    )
    static let dryRun = Option(
        "dry-run",
        .toggle,
        in: .call,
        of: [.send],
        "Only check the lines; no broker is asked."
    )
    static let type = Option(
        "type",
        .repeated("TYPE", rule: "a data type, repeatable"),
        .absent("all"),
        in: .call,
        of: [.documents],
        "Data type to show, such as sleep; can be given often."
    )
    static let from = Option(
        "from",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.documents],
        "Show what goes on at this time or later; a date is a whole day of the document's own zone."
    )
    static let to = Option(
        "to",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.documents],
        "Show what goes on before this time; of a date the whole day counts too."
    )
    static let json = Option(
        "json",
        .toggle,
        in: .call,
        of: [.documents, .deadLetters, .diff, .replay, .forget, .status, .topics, .doctor],
        "One JSON object a line, also on a terminal."
    )
}
