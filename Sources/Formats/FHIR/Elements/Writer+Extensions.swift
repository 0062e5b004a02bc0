import JSON

/// The project's own extensions, whose definitions are in `schemas/`.
extension Writer {
    /// Appends an Extension with further extensions; `parts` writes them with commas between them.
    fileprivate mutating func parts(of url: StaticString, _ parts: (inout Writer) -> Void) {
        object { writer in
            writer.key("url")
            writer.string(url)
            writer.key("extension")
            writer.raw("[")
            parts(&writer)
            writer.raw("]")
        }
    }

    /// Appends an Extension with a text, and a comma if needed; nothing if the text is nil or empty.
    fileprivate mutating func part(_ url: StaticString, text: String?) {
        guard let text, !text.isEmpty else { return }
        separate()
        object { writer in
            writer.key("url")
            writer.string(url)
            writer.member("valueString", nonEmpty: text)
        }
    }

    /// Appends the Extension of a source.
    mutating func source(_ source: ForkDocument.Source) {
        parts(of: "urn:fork-worker:source") { writer in
            writer.part("name", text: source.name)
            writer.part("bundleIdentifier", text: source.bundleIdentifier)
            writer.part("version", text: source.version)
            writer.part("productType", text: source.productType)
        }
    }

    /// Appends the Extension of a metadata value: its key, and its value as a bool, a text or a Quantity.
    mutating func metadata(_ entry: ForkDocument.Metadata.Entry) {
        parts(of: "urn:fork-worker:metadata") { writer in
            writer.part("key", text: entry.key)
            switch entry.meaning {
            case .text(let text): writer.part("value", text: text)
            case .bool(let bool):
                writer.raw(",{\"url\":\"value\",\"valueBoolean\":")
                writer.bool(bool)
                writer.raw("}")
            case .number:
                writer.raw(",{\"url\":\"value\",\"valueQuantity\":")
                writer.quantity(entry.value, in: entry.isInHundredths ? FHIR.Unit.hundredths : nil)
                writer.raw("}")
            }
        }
    }
}

extension ForkDocument.Metadata {
    /// The entries that FHIR can show: it has no empty texts.
    var shown: [Entry] { entries.filter { !$0.key.isEmpty && $0.meaning != .text("") } }
}
