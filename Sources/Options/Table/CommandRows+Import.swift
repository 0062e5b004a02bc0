/// The command that reads the exports of other programs.
extension CommandRow {
    static let importing = CommandRow(
        name: .importing,
        summary: "turn an export of the Health app into uploads",
        text: """
            Reads what the Health app exports, as export.zip, as its folder or as the XML alone, and prints uploads, one \
            JSON object per line, in order of time, for transform and send. The same export, or a later one of the same \
            phone, gives the same sample ids, so that nothing is doubled. The summary on standard error counts samples \
            by kind and year, and what was left out and why.
            """,
        operands: [Operand("FORMAT", words: ["apple-health"]), Operand("FILE")],
        example: "fork-worker import apple-health export.zip --connection me"
    )
}
