/// The options of `replay`.
extension Options {
    static let into = Option(
        "into",
        .prefix,
        .absent("must be given"),
        in: .call,
        of: [.replay],
        "Write to topics with this prefix, such as shadow. They are created. Must end with a dot."
    )
    static let replayedFrom = Option(
        "from",
        .moment,
        .absent("the first"),
        in: .call,
        of: [.replay],
        "Read only uploads with this timestamp or a later one. A date begins at 00:00 UTC."
    )
    static let replayedUntil = Option(
        "until",
        .moment,
        .absent("the last"),
        in: .call,
        of: [.replay],
        "Stop before the first upload with this timestamp or a later one."
    )
    static let jobs = Option(
        "jobs",
        .toggle,
        in: .call,
        of: [.replay],
        "Write webhook jobs too, to the replay's own topic."
    )
    static let replayedRate = Option(
        "rate",
        .integer(1...1_000_000),
        .absent("no limit"),
        in: .call,
        of: [.replay],
        "Read at most this many uploads per second in this process."
    )
    static let follow = Option(
        "follow",
        .toggle,
        in: .call,
        of: [.replay],
        """
        Continue with new uploads after the end, until stopped. The log event caught_up shows that the end was \
        reached.
        """
    )

    static let replayStateDirectory = Option(
        "state-directory",
        .path("DIR"),
        .absent("state-PREFIX, such as state-shadow"),
        in: .worker,
        of: [.replay],
        "Keep the replay's local state in this folder. A worker that takes over the replay can reuse it."
    )

    static let agreed = Option(
        "yes",
        .toggle,
        in: .call,
        of: [.replay, .forget],
        "Skip the confirmation prompt."
    )

    static let replayRows = [
        into.row, replayedFrom.row, replayedUntil.row, jobs.row, replayedRate.row, follow.row,
    ]
}
