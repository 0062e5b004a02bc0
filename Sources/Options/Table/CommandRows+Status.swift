extension CommandRow {
    static let status = CommandRow(
        name: .status,
        summary: "show members, lag and problems of the group",
        text: """
            Shows the members of the consumer group and, for each partition, the committed offset, the lag, the age of \
            the oldest uncommitted upload, and the rates. Also shows the open dead letters of the last day by code, \
            and hanging transactions. With --worker it also shows the progress of restores and re-derivations. Does \
            not join the group.
            """,
        operands: [],
        example: "fork-worker status --bootstrap-servers localhost:9092 --watch"
    )
}
