import JSON
import Vocabulary

extension DataPoints {
    /// Appends a night as a sleep episode, unless a better recording of it exists or nobody slept.
    ///
    /// Whether it is the main sleep of its day is left open, because a single night does not tell.
    mutating func addNight(_ item: ForkDocument.Item) {
        let samples = item.quantities("sleep")
        guard item.isPrimary, let span = SleepSpans(samples) else { return }
        let subject = DataPointSubject(
            type: .sleepAnalysis,
            start: span.start,
            end: span.end,
            source: item.source?.shownName ?? document.sharedSourceName,
            isUserEntered: samples.allSatisfy(\.metadata.isUserEntered),
            isInterval: true
        )
        add(subject, .sleepEpisode) { writer in
            if let latency = item.metadata["latency"] {
                writer.appendMember("latency_to_sleep_onset", latency.number, unit: "sec")
            }
            if let asleep = item.metadata["asleep"] {
                writer.appendMember("total_sleep_time", asleep.number, unit: "sec")
            }
            if let awakenings = item.metadata["awakenings"]?.integer {
                writer.member("number_of_awakenings", awakenings)
            }
        }
    }
}
