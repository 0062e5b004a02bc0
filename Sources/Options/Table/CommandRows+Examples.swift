/// The example uploads in the binary, in the order of `CExamples`.
package let exampleUploads = [
    (name: "demo", text: "two days of four people; one line is cut off"),
    (name: "smallest", text: "one sample, with only the required fields"),
    (name: "overlap", text: "a phone and a watch count the same steps"),
    (name: "day-totals", text: "overlap, midnight, daylight saving, travel"),
    (name: "sleep-night", text: "a night of three devices, with late samples"),
    (name: "workout", text: "a workout: activities, pauses, statistics"),
    (name: "workout-details", text: "kilometers, laps of a pool, elevation"),
    (name: "route", text: "the locations of a workout, sent before it"),
    (name: "motion", text: "driving, cycling, walking and unknown time"),
    (name: "quantity", text: "samples in many units, with metadata"),
    (name: "condensed", text: "samples that stand for many"),
    (name: "category", text: "categories by number, by name, and unknown"),
    (name: "characteristics", text: "blood type, date of birth and others"),
    (name: "correlation", text: "a blood pressure and a meal"),
    (name: "electrocardiogram", text: "an ECG"),
    (name: "heartbeat-series", text: "a series of heartbeats"),
    (name: "other-kinds", text: "audiogram, prescription, state of mind, lab"),
    (name: "deletions", text: "deletions, also before the sample arrives"),
    (name: "refusals-by-value", text: "samples and uploads that become dead letters"),
    (name: "dialect-open-wearables", text: "Open Wearables; needs --connection ID"),
    (name: "dialect-healthkitreporter", text: "HealthKitReporter; needs --connection ID"),
]

extension CommandRow {
    static let examples = CommandRow(
        name: .examples,
        summary: "list or print example uploads",
        text: """
            Without NAME, lists the example uploads that are in the program. With NAME, prints their uploads, one JSON \
            object per line, for transform and send.
            """,
        operands: [Operand("NAME", .several, actions: exampleUploads)],
        example: "fork-worker examples sleep-night"
    )
}
