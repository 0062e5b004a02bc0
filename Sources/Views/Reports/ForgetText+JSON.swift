import JSON
import Operations

/// The output as JSON lines.
extension ForgetText {
    package var jsonLines: [[UInt8]] {
        switch self {
        case .check(_, let traces, _, _): traces.map(Self.line)
        case .forgotten(let connection, let outcome):
            outcome.remaining.map(Self.line)
                + outcome.formerOwners.map { instance in
                    Writer.object {
                        $0.member("instance", instance)
                        $0.member("until", Figures.instant(unixMilliseconds: outcome.ownersUntilMilliseconds))
                    }
                } + [Self.line(outcome, connection)]
        }
    }

    private static func line(_ trace: Trace) -> [UInt8] {
        Writer.object {
            $0.member("topic", trace.topic)
            $0.member("partition", trace.partition)
            $0.member("records", trace.records)
            $0.member("live", trace.live)
        }
    }

    /// Returns the line about records that remain.
    ///
    /// `until` is null if the end is unknown; `keys_until` is the time until which tombstones keep the keys of deleted records.
    private static func line(_ trace: RemainingTrace) -> [UInt8] {
        let (means, until, keysUntil): (String, Int64?, Int64?) =
            switch trace.end {
            case .retention(let time): ("retention", time, nil)
            case .compaction(let time, let keysTime): ("compaction", time, keysTime)
            case .never: ("retention", nil, nil)
            case .someday: ("compaction", nil, nil)
            case .dropped: ("drop", nil, nil)
            }
        return Writer.object {
            $0.member("topic", trace.topic)
            $0.member("records", trace.records)
            $0.member("live", trace.live)
            $0.member("ended_by", means)
            $0.member("until", until.map(Figures.instant))
            if let keysUntil { $0.member("keys_until", Figures.instant(unixMilliseconds: keysUntil)) }
        }
    }

    private static func line(_ outcome: Forgetting.Outcome, _ connection: String) -> [UInt8] {
        Writer.object {
            $0.member("forget") {
                $0.object {
                    $0.member("connection_id", connection)
                    $0.member("since", outcome.sinceMilliseconds.map(Figures.instant))
                    $0.member("topics", outcome.topics)
                    $0.member("documents", outcome.documents)
                }
            }
        }
    }
}
