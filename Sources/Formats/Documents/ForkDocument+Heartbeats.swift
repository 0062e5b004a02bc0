import JSON

extension ForkDocument {
    /// The time between two heartbeats of a series that follow each other.
    package struct HeartbeatInterval: Sendable {
        /// The first beat, in seconds since the start of the series.
        package let start: Double
        /// The second beat, in seconds since the start of the series.
        package let end: Double

        /// The length in milliseconds.
        ///
        /// Both beats are rounded to 15 digits before: 9.8 s - 9 s is 0.8000000000000007 s.
        package var milliseconds: Double {
            let (first, second) = (start * 1000, end * 1000)
            // Two infinities have no difference.
            guard first.isFinite, second.isFinite else { return ((end - start) * 1000).roundedTo15Digits }
            return (second.roundedTo15Digits - first.roundedTo15Digits).roundedTo15Digits
        }

        /// Creates the interval between two beats; nil if the second is not later, or if the interval exceeds a double.
        init?(from start: Double, to end: Double) {
            guard end > start, (end - start).isFinite else { return nil }
            self.start = start
            self.end = end
        }
    }
}

extension ForkDocument.Item {
    /// The interval before each heartbeat of a series, except the first beat; nil after a gap.
    ///
    /// A document has each beat as the text of a JSON object. A beat without a time is a gap.
    package var heartbeatIntervals: [ForkDocument.HeartbeatInterval?] {
        var parser = Parser()
        var before: Double?
        return quantities("beats").enumerated().compactMap { index, quantity -> ForkDocument.HeartbeatInterval?? in
            let beat = try? parser.parse(Array(quantity.value.unit.utf8))
            let seconds = beat?.member("time_since_start")?.double
            defer { before = seconds }
            if index == 0 { return nil }
            guard let before, let seconds, beat?.member("preceded_by_gap")?.bool != true else { return .some(nil) }
            return .some(ForkDocument.HeartbeatInterval(from: before, to: seconds))
        }
    }
}
