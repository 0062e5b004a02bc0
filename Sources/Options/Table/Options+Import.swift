/// The options of `import`.
extension Options {
    static let importedConnection = Option(
        "connection",
        .connection,
        .required,
        in: .call,
        of: [.importing],
        "Write uploads of this connection."
    )
    static let output = Option(
        "output",
        .path("FILE"),
        .absent("standard output"),
        in: .call,
        of: [.importing],
        "Write uploads to this file, compressed if its name ends with .gz."
    )
    static let temporaryDirectory = Option(
        "temp-directory",
        .path("DIR"),
        .absent("the folder of --output, else TMPDIR, else /tmp"),
        in: .call,
        of: [.importing],
        "Keep temporary files in this folder. They need about as much space as the XML of the export."
    )
    static let timeZone = Option(
        "time-zone",
        .name,
        .absent("the offset of the phone when it made the export"),
        in: .call,
        of: [.importing],
        "Use this time zone for samples without one, such as Europe/Vilnius."
    )
    static let importedSince = Option(
        "since",
        .moment,
        .absent("the first sample"),
        in: .call,
        of: [.importing],
        "Leave out samples that start before this time. A date begins at midnight in --time-zone, or else in UTC."
    )
    static let strict = Option(
        "strict",
        .toggle,
        in: .call,
        of: [.importing],
        "Exit with status 1 if something in the export was not understood."
    )

    static let importRows = [
        importedConnection.row, output.row, temporaryDirectory.row, timeZone.row, importedSince.row, strict.row,
    ]
}
