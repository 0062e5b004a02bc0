extension CommandRow {
    static let importing = CommandRow(
        name: .importing,
        summary: "turn an export of the Health app into uploads",
        text: """
            Reads an export of the Health app (export.zip, its unpacked folder, or only the XML file), and prints uploads, \
            one JSON object per line, in order of time, for transform and send. Another export of the same phone gives \
            the same sample ids, so that no sample counts twice. The summary on standard error counts samples \
            by kind and year, and what was left out and why.
            """,
        operands: [Operand("FORMAT", words: ["apple-health"]), Operand("FILE")],
        example: "fork-worker import apple-health export.zip --connection me"
    )
}
