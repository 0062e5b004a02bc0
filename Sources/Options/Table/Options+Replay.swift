/// The options of `replay`.
extension Options {
    static let into = Option(
        "into",
        .prefix,
        .absent("must be given"),
        in: .call,
        of: [.replay],
        "What the names of the topics begin with that the replay writes, such as shadow.; it makes them."
    )
    static let replayedFrom = Option(
        "from",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.replay],
        "Uploads whose records are of this time or later; a date is its first instant in UTC."
    )
    static let replayedUntil = Option(
        "until",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.replay],
        "Uploads up to the first whose record is of this time or later."
    )
    static let jobs = Option(
        "jobs",
        .toggle,
        in: .call,
        of: [.replay],
        "Make webhook jobs too, into the replay's own topic."
    )
    static let replayedRate = Option(
        "rate",
        .integer(1...1_000_000),
        .absent("as fast as it can"),
        in: .call,
        of: [.replay],
        "Uploads a second at most, of this process."
    )
    static let follow = Option(
        "follow",
        .toggle,
        in: .call,
        of: [.replay],
        "Go on with what comes after the end, until stopped, with a line caught_up when it is reached."
    )

    static let replayStateDirectory = Option(
        "state-directory",
        .path("DIR"),
        .absent("state-shadow, of --into shadow."),
        in: .worker,
        of: [.replay],
        "Folder of the replay's own local state; a worker that takes its topics over can go on with it."
    )

    static let agreed = Option(
        "yes",
        .toggle,
        in: .call,
        of: [.replay, .forget],
        "Do it without asking."
    )

    static let replayRows = [
        into.row, replayedFrom.row, replayedUntil.row, jobs.row, replayedRate.row, follow.row,
    ]
}
