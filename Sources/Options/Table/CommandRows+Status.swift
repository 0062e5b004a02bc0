extension CommandRow {
    static let status = CommandRow(
        name: .status,
        summary: "show members, lag and what holds things up",
        text: """
            Asks the brokers, without joining the group: its members and their partitions; for each partition what is \
            committed and how far that is behind, how old the oldest upload is that waits, and how fast it goes; open dead \
            letters of the last day by code; transactions that nobody ends. With --worker it asks workers too, how far \
            they are with restores and re-derivations.
            """,
        operands: [],
        example: "fork-worker status --bootstrap-servers localhost:9092 --watch"
    )
}
