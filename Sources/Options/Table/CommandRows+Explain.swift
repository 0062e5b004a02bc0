extension CommandRow {
    static let explain = CommandRow(
        name: .explain,
        summary: "show why a document says what it says",
        text: """
            Shows, for each figure of a document, which samples count, and why the others do not: another source covers \
            them, another sample is the same measurement, or they were replaced, deleted or refused. It derives the \
            document again from the uploads and settings that are still in their topics, or from the file --uploads, \
            and shows where the live document differs. On a terminal it draws the samples of each source; in a pipe or \
            with --json it prints one JSON object per figure. Give it the same options as run. If there is no such \
            document, it lists those that exist, and the exit status is 1.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) }), Operand("DOCUMENT")],
        example: "fork-worker explain conn-7 steps/2024-04-16 --uploads uploads.ndjson"
    )
}
