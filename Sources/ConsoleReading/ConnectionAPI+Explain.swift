import Health
import JSON
import Serving
import Views
import Vocabulary
import Worker

/// Why a document says what it says, and what changed.
extension ConnectionAPI {
    private static let samplesMax = 200

    func explain(
        _ id: String,
        of open: OpenConnection,
        _ request: ConsoleRequest
    ) throws(ConsoleError) -> [UInt8] {
        let given = try request.parameters("figure")
        let asked = given["figure"].flatMap { JSONPointer($0) }
        if given["figure"] != nil, asked == nil { throw Parameter.wrong("figure", "a JSON pointer") }
        guard let known = open.shown.known(id), !known.isFrozen,
            let figures = open.shown.figures(of: id, listing: asked, first: Self.samplesMax)
        else { throw Self.unknownDocument }
        let wanted = asked.map { pointer in figures.filter { $0.pointer == pointer } } ?? figures
        if asked != nil, wanted.isEmpty { throw Parameter.wrong("figure", "a figure of the document") }
        return Writer.object { writer in
            at(open, into: &writer)
            writer.member("figures") { writer in writer.array(wanted) { Self.write($0, into: &$1) } }
        }
    }

    private static func write(_ figure: Explanation.Figure, into writer: inout Writer) {
        let more = figure.reasons.reduce(0) { $0 + $1.count } - samplesMax
        writer.object { writer in
            writer.member("figure", figure.pointer.description)
            writer.member("value", main(figure.values))
            writer.member("samples") { writer in
                writer.array(figure.samples.prefix(samplesMax)) { ExplanationText.write($0, into: &$1) }
            }
            if more > 0 { writer.member("more", more) }
        }
    }

    /// Returns the number that stands for a figure: its sum or average, or else its first number.
    private static func main(_ values: [Explanation.Value]) -> Double? {
        let named = ["sum", "average", "asleep", "duration"].lazy.compactMap { name in values.first { $0.name == name }
        }
        return (named.first ?? values.first)?.number
    }

    func changes(_ open: OpenConnection, _ request: ConsoleRequest) throws(ConsoleError) -> [UInt8] {
        _ = try request.parameters()
        let changes = board.changes(of: open.shown.connection, in: open.partition)
        return Writer.object { writer in
            writer.member("since", text: Instant.iso8601(unixMilliseconds: open.sinceMilliseconds))
            writer.member("changes") { writer in
                writer.array(changes.reversed()) { Self.write($0, into: &$1) }
            }
        }
    }

    private static func write(_ change: DocumentChange, into writer: inout Writer) {
        writer.object { writer in
            writer.member("time", text: Instant.iso8601(unixMilliseconds: change.timeMilliseconds))
            switch change.cause {
            case .upload(let id): writer.member("upload_id", text: id)
            case .rules: writer.member("cause", "rules")
            case .unknown: break
            }
            writer.member("jobs", change.jobs)
            writer.objects("documents", change.documents) { document, writer in
                writer.member("id", text: document.id)
                writer.member("op", document.isDeletion ? "delete" : "upsert")
            }
        }
    }
}
