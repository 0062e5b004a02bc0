import JSON
import Vocabulary

/// An audiogram or a vision prescription whose element has begun.
struct OtherDraft {
    /// The type, dates and origin of the sample; nil if the sample is left out.
    var head: (type: SampleType, start: Int64, end: Int64, origin: OriginReference)?
    var metadata = MetadataDraft()
    /// The JSON members that only samples of this type have.
    var members = Writer()
    /// The sensitivity points of an audiogram.
    var points = Writer()

    private static let longest = 16 << 10

    /// Whether the sample is longer than workers accept; further points are then dropped.
    var isTooLong: Bool { members.bytes.count + points.bytes.count + metadata.count > Self.longest }

    /// Appends `{"value":…,"unit":…}` as a member.
    static func write(_ name: StaticString, _ number: Double, _ unit: [UInt8]?, into writer: inout Writer) {
        if writer.bytes.last != UInt8(ascii: "{"), !writer.bytes.isEmpty { writer.raw(",") }
        writer.string(name)
        writer.raw(":{\"value\":")
        writer.number(number)
        writer.raw(",\"unit\":")
        writer.string(unit ?? Array("count".utf8))
        writer.raw("}")
    }

    /// Appends a text as a member; nothing if it is empty.
    static func write(_ name: StaticString, _ text: [UInt8]?, into writer: inout Writer) {
        guard let text, !text.isEmpty else { return }
        if writer.bytes.last != UInt8(ascii: "{"), !writer.bytes.isEmpty { writer.raw(",") }
        writer.string(name)
        writer.raw(":")
        writer.string(text)
    }
}
