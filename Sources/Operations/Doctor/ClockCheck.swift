/// Compares the clock of this machine with the timestamps of uploads.
package enum ClockCheck {
    /// The differences in time that are checked, in ascending order.
    package static let steps: [(milliseconds: Int64, name: String)] = [
        (60_000, "a minute"), (3_600_000, "an hour"), (86_400_000, "a day"), (366 * 86_400_000, "a year"),
    ]

    /// Returns the diagnosis for the index of the largest step that a record exceeds; nil if no record exceeds any.
    package static func diagnosis(_ topic: String, beyond step: Int?) -> Diagnosis {
        guard let step, steps.indices.contains(step) else {
            return Diagnosis(.clock, topic, .ok, "no upload is more than a minute ahead of this machine's clock")
        }
        return Diagnosis(
            .clock,
            topic,
            .warning,
            "the newest upload is more than \(steps[step].name) ahead of this machine's clock",
            advice:
                "Compare the clocks of this machine, the brokers and the senders of uploads: an upload whose "
                + "collected_at is more than a day after its record's timestamp is refused."
        )
    }
}
