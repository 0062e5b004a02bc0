/// Options of `report`, and those of `documents` about files and formats.
extension Options {
    /// The commands that can read documents from a file, without a broker.
    static let fileReaders: [CommandName] = [.documents, .report]

    static let documentFile = Option(
        "documents",
        .path("FILE"),
        .absent("read the topic"),
        in: .call,
        of: fileReaders,
        """
        Read documents from this NDJSON file, - for standard input, as documents --json or transform prints them. No \
        broker is needed.
        """
    )
    static let activity = Option(
        "activity",
        .repeated("NAME", rule: "the name of an activity, repeatable"),
        .absent("all"),
        in: .call,
        of: [.documents],
        "Show only workouts of this activity, such as running. Case and spaces do not matter. Repeatable."
    )
    static let documentFormat = Option(
        "format",
        .choice(DocumentFormat.self),
        .absent("a drawing, or JSON lines"),
        in: .call,
        of: [.documents],
        "Print the routes of workouts in this format: GPX 1.1, with heart rate and cycling cadence."
    )
    static let by = Option(
        "by",
        .choice(ReportLength.self),
        .text("day"),
        in: .call,
        of: [.report],
        "Add up figures over periods of this length."
    )
    static let reportFrom = Option(
        "from",
        .date,
        .absent("the first"),
        in: .call,
        of: [.report],
        "Report from this day on."
    )
    static let reportTo = Option(
        "to",
        .date,
        .absent("the last"),
        in: .call,
        of: [.report],
        "Report up to this day, which is excluded."
    )
    static let identifier = Option(
        "type",
        .repeated("IDENTIFIER", rule: "an identifier of HealthKit, repeatable"),
        .absent("all"),
        in: .call,
        of: [.report],
        "Report this sample type, such as HKQuantityTypeIdentifierStepCount. Repeatable."
    )
    static let weekStart = Option(
        "week-start",
        .choice(Weekday.self),
        .text("monday"),
        in: .call,
        of: [.report],
        "Begin weeks on this day."
    )
    static let preset = Option(
        "preset",
        .choice(ReportPreset.self),
        .absent("none"),
        in: .call,
        of: [.report],
        """
        Report the periods and types of C3-PRO, newest first: the last five days, the two full weeks before them and \
        the four full months before those, with steps, flights, active energy and motion.
        """
    )
    static let at = Option(
        "at",
        .moment,
        .absent("now"),
        in: .call,
        of: [.report],
        "Use this time as now for --preset."
    )
}
