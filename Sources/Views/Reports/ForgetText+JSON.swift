import JSON
import Operations

/// The output as JSON lines.
extension ForgetText {
    package var jsonLines: [[UInt8]] {
        var lines: [[UInt8]] = []
        func add(_ write: (inout Writer) -> Void) {
            var writer = Writer(capacity: 256)
            write(&writer)
            lines.append(writer.bytes)
        }
        switch self {
        case .check(_, let traces, _):
            for trace in traces { add { Self.write(trace, into: &$0) } }
        case .forgotten(let connection, let outcome):
            for trace in outcome.remaining { add { Self.write(trace, into: &$0) } }
            for instance in outcome.formerOwners {
                add { writer in
                    writer.raw("{\"instance\":")
                    writer.string(instance)
                    writer.raw(",\"until\":")
                    writer.string(Self.instant(outcome.ownersUntilMilliseconds))
                    writer.raw("}")
                }
            }
            add { Self.write(outcome, of: connection, into: &$0) }
        }
        return lines
    }

    private static func write(_ trace: Trace, into writer: inout Writer) {
        writer.raw("{\"topic\":")
        writer.string(trace.topic)
        writer.raw(",\"partition\":")
        writer.number(Int64(trace.partition))
        writer.raw(",\"records\":")
        writer.number(trace.records)
        writer.raw(",\"live\":")
        writer.number(trace.live)
        writer.raw("}")
    }

    /// Writes a remaining trace.
    ///
    /// `until` is null if the end is unknown; `keys_until` tells how long tombstones keep the keys of deleted records.
    private static func write(_ trace: RemainingTrace, into writer: inout Writer) {
        let (means, until, keysUntil): (String, Int64?, Int64?) =
            switch trace.end {
            case .retention(let time): ("retention", time, nil)
            case .compaction(let time, let keysTime): ("compaction", time, keysTime)
            case .never: ("retention", nil, nil)
            case .someday: ("compaction", nil, nil)
            case .dropped: ("drop", nil, nil)
            }
        writer.raw("{\"topic\":")
        writer.string(trace.topic)
        writer.raw(",\"records\":")
        writer.number(trace.records)
        writer.raw(",\"live\":")
        writer.number(trace.live)
        writer.raw(",\"ended_by\":")
        writer.string(means)
        writer.raw(",\"until\":")
        write(until, into: &writer)
        if let keysUntil {
            writer.raw(",\"keys_until\":")
            write(keysUntil, into: &writer)
        }
        writer.raw("}")
    }

    private static func write(_ outcome: Forgetting.Outcome, of connection: String, into writer: inout Writer) {
        writer.raw("{\"forget\":{\"connection_id\":")
        writer.string(connection)
        writer.raw(",\"since\":")
        write(outcome.sinceMilliseconds, into: &writer)
        writer.raw(",\"topics\":[")
        for (index, topic) in outcome.topics.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(topic)
        }
        writer.raw("],\"documents\":")
        writer.number(outcome.documents)
        writer.raw("}}")
    }

    private static func write(_ time: Int64?, into writer: inout Writer) {
        if let time { writer.string(instant(time)) } else { writer.raw("null") }
    }
}
