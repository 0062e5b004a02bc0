package import Health
package import JSON
import Vocabulary

/// An explanation as JSON.
extension ExplanationText {
    /// Writes a figure as a JSON object.
    package static func write(_ figure: Explanation.Figure, into writer: inout Writer) {
        writer.object { writer in
            writer.member("figure", figure.pointer.description)
            writer.member("values") { write(figure.values, into: &$0) }
            if let live = figure.live { writer.member("live") { write(live, into: &$0) } }
            writer.object("reasons") { writer in
                for (word, count) in figure.reasons { writer.member(word, count) }
            }
            writer.member("samples") { writer in writer.array(figure.samples) { write($0, into: &$1) } }
        }
    }

    /// Writes the number of uploads, and of refused samples that have no place in a document.
    package static func write(_ explanation: Explanation, into writer: inout Writer) {
        writer.object { writer in
            writer.object("explain") { writer in
                writer.member("uploads", explanation.uploads)
                writer.object("unplaced") { writer in
                    for (code, count) in explanation.unplaced { writer.member(code.rawValue, count) }
                }
            }
        }
    }

    private static func write(_ values: [Explanation.Value], into writer: inout Writer) {
        writer.object { writer in
            for value in values { writer.member(value.name, value.number) }
        }
    }

    /// Writes a sample with its reason as a JSON object.
    package static func write(_ sample: ExplainedSample, into writer: inout Writer) {
        writer.object { writer in
            writer.member("id", text: sample.id?.textBytes)
            writer.member("upload", text: sample.upload?.textBytes)
            writer.member("source", text: sample.source)
            writer.member("start", sample.start)
            writer.member("end", sample.end)
            if let value = sample.value { writer.member("value", value) }
            writer.member("share", sample.share)
            writer.member("why", sample.why.word)
            if let by = sample.why.by { writer.member("by", text: by) }
        }
    }
}
