import JSON
package import Observation
import Vocabulary

extension WorkerHistory {
    /// The answer `history` of the console's API: a list for each figure, null where it is unknown.
    package var json: [UInt8] {
        let entries = entries
        func list(_ writer: inout Writer, _ name: String, _ figure: (Entry) -> Double?) {
            writer.member(name, entries.map { figure($0).map(ConsoleFigures.rounded) })
        }
        return Writer.object { writer in
            writer.member("every", Self.everySeconds)
            writer.member("at") { writer in
                writer.array(entries) { $1.string(Instant.iso8601(unixMilliseconds: $0.timeMilliseconds)) }
            }
            list(&writer, "uploads") { $0.uploads }
            list(&writer, "samples") { $0.samples }
            writer.member("lag", entries.map(\.lag))
            list(&writer, "oldest_seconds") { $0.oldestSeconds }
            list(&writer, "p50") { $0.p50 }
            list(&writer, "p99") { $0.p99 }
            writer.member("resident_bytes", entries.map(\.residentBytes))
            list(&writer, "cpu") { $0.cores }
        }
    }
}

extension RefusalRing {
    /// Returns the answer `refusals` of the console's API: the refusals with this code, or all, newest first.
    package func json(_ code: String?, sinceMilliseconds since: Int64) -> [UInt8] {
        Writer.object { writer in
            writer.member("since", text: Instant.iso8601(unixMilliseconds: since))
            writer.objects("refusals", newest(code)) { refusal, writer in
                writer.member("time", text: Instant.iso8601(unixMilliseconds: refusal.timeMilliseconds))
                writer.member("topic", refusal.place.topic)
                writer.member("partition", refusal.place.partition)
                writer.member("offset", refusal.place.offset)
                writer.member("code", refusal.code)
                if let path = refusal.path { writer.member("path", path) }
                writer.member("message", refusal.message)
            }
        }
    }
}
