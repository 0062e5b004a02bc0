extension CommandRow {
    static let report = CommandRow(
        name: .report,
        summary: "add up a connection's documents by day, week or month",
        text: """
            Shows totals, averages, motion, sleep and workouts of a connection for each period, with a curve for each \
            figure. Days are those of the time zone of the latest document. A night belongs to the day on which it \
            ends. Only primary sleep sessions and primary workouts count. Give --output-topics and --topic-prefix the \
            same values as for run, or read a file instead with --documents.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) })],
        example: "fork-worker report conn-7 --documents documents.ndjson --by week"
    )
}
