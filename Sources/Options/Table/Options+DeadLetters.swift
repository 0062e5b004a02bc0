/// Options that select dead letters.
extension Options {
    static let webhooks = Option(
        "webhooks",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Work on the jobs that dispatchers have given up. A redriven job is delivered again."
    )
    static let code = Option(
        "code",
        .name,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Select dead letters with this code, such as invalidValue."
    )
    static let since = Option(
        "since",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.deadLetters],
        "Select dead letters written at or after this time. A date begins at 00:00 UTC."
    )
    static let until = Option(
        "until",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.deadLetters],
        "Select dead letters written before this time. A date begins at 00:00 UTC."
    )
    static let upload = Option(
        "upload",
        .topicPlace,
        .absent("all"),
        in: .call,
        of: [.deadLetters],
        "Select dead letters of the input record at this position."
    )
    static let settled = Option(
        "all",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "List redriven and parked dead letters too."
    )
    static let mendedValue = Option(
        "value",
        .path("FILE"),
        .absent("the dead letter's value"),
        in: .call,
        of: [.deadLetters],
        """
        Redrive one dead letter with the JSON in FILE instead of its value: a sample if a sample was refused, an \
        upload if the whole upload was refused.
        """
    )
    static let collectedAt = Option(
        "collected-at",
        .moment,
        .absent("the upload's"),
        in: .call,
        of: [.deadLetters],
        "Set the collection time of samples whose upload is no longer in its topic. A date is 00:00 UTC."
    )
    static let again = Option(
        "again",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Redrive dead letters even if they were redriven or parked before, or refused again five times."
    )
    static let lettersDryRun = Option(
        "dry-run",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Only show which dead letters would be redriven or parked, and write nothing."
    )
    static let summary = Option(
        "summary",
        .toggle,
        in: .call,
        of: [.deadLetters],
        "Print only the number of dead letters for each code."
    )
}
