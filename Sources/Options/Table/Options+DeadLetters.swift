/// Options that select dead letters.
extension Options {
    static let code = Option(
        "code",
        .name,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Those refused with this code, such as invalidValue."
    )
    static let since = Option(
        "since",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.deadLetters],
        "Those written at this time or later; a date is its first instant in UTC."
    )
    static let until = Option(
        "until",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.deadLetters],
        "Those written before this time."
    )
    static let upload = Option(
        "upload",
        .topicPlace,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Those of the record that was at this place."
    )
    static let settled = Option(
        "all",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Those too that were redriven or parked."
    )
    static let mendedValue = Option(
        "value",
        .path("FILE"),
        .absent("the letter's own"),
        in: .call,
        of: [.deadLetters],
        "Redrive one letter with what is in FILE in place of what was refused: of a sample's letter the sample, of a whole record's the record."
    )
    static let collectedAt = Option(
        "collected-at",
        .moment,
        .absent("the upload's own"),
        in: .call,
        of: [.deadLetters],
        "When samples were collected whose upload is gone from its topic; a date is its first instant in UTC."
    )
    static let again = Option(
        "again",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Redrive those too that are marked, or were refused again five times."
    )
    static let lettersDryRun = Option(
        "dry-run",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Only show what would be redriven or parked; nothing is written."
    )
    static let summary = Option(
        "summary",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Only how many there are of each code."
    )
}
