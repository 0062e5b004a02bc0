package import JSON
package import Operations

/// Deliveries to `webhook-echo`, as JSON lines and as text with drawn documents.
package struct EchoText: Sendable {
    private let ink: ANSIStyle
    /// Returns the clock of a time zone by name; UTC if the zone is unknown.
    private let clock: @Sendable (String) -> LocalClock

    package init(ink: ANSIStyle, clock: @escaping @Sendable (String) -> LocalClock) {
        self.ink = ink
        self.clock = clock
    }

    /// The headers of a request, by name, and its body.
    package typealias Raw = (headers: [(key: String, value: [UInt8])], body: [UInt8])

    /// Returns headers and body as lines, with control characters replaced.
    package static func lines(_ raw: Raw) -> [String] {
        let headers = raw.headers.map { "\($0.key): \(String(decoding: $0.value, as: UTF8.self))" }
        return (headers + ["", String(decoding: raw.body, as: UTF8.self), ""]).map(DocumentView.shown)
    }

    /// Appends a delivery as a JSON object, with headers and body if they are given.
    package static func write(_ echoed: EchoedDelivery, _ raw: Raw? = nil, into writer: inout Writer) {
        writer.object { writer in
            writer.member("id", echoed.id)
            writer.member("connection_id", echoed.connection)
            writer.member("data_type", echoed.dataType)
            writer.member("sequence", echoed.sequence)
            writer.member("verified", echoed.isVerified)
            writer.member("status", echoed.status)
            writer.member("duplicate", echoed.isDuplicate)
            writer.member("late", echoed.isLate)
            guard let raw else { return }
            writer.object("headers") { writer in
                for header in raw.headers {
                    writer.member(header.key, String(decoding: header.value, as: UTF8.self))
                }
            }
            writer.member("body", String(decoding: raw.body, as: UTF8.self))
        }
    }

    /// Returns the counts as a JSON object.
    package static func line(_ counts: EchoCounts) -> [UInt8] {
        Writer.object { writer in
            writer.object("echo") { writer in
                writer.member("requests", counts.requests)
                writer.member("verified", counts.verified)
                writer.member("duplicates", counts.duplicates)
                writer.member("late", counts.late)
            }
        }
    }

    /// Returns a delivery as text: its line, and its documents if it was accepted for the first time.
    package func lines(_ echoed: EchoedDelivery, body: [UInt8]) -> [String] {
        let head = headline(echoed)
        guard echoed.isVerified, echoed.isAccepted, !echoed.isDuplicate else { return [head] }
        return [head] + documents(body)
    }

    private func headline(_ echoed: EchoedDelivery) -> String {
        let mark = echoed.isAccepted ? ink(.good, "✓") : ink(.bad, "✗")
        var words = ["\(mark) \(echoed.status)"]
        words.append(ink(.bold, echoed.connection ?? "no connection"))
        if let dataType = echoed.dataType { words.append(dataType) }
        if let sequence = echoed.sequence { words.append("sequence \(sequence)") }
        if echoed.isDuplicate { words.append(ink(.bad, "duplicate")) }
        if echoed.isLate { words.append(ink(.bad, "late")) }
        if let fault = echoed.fault { words.append(ink(.bad, fault)) }
        if let id = echoed.id { words.append(ink(.dim, Paragraph.cut(DocumentView.shown(id), to: 40))) }
        return words.joined(separator: "  ")
    }

    /// Draws the documents of a body, and names those that are deleted or come without content.
    private func documents(_ body: [UInt8]) -> [String] {
        var parser = Parser(maximumDepth: 128)
        guard let data = (try? parser.parse(body))?.member("data"), var entries = data.member("documents")?.elements
        else { return [] }
        var views: [DocumentView] = []
        var names: [String] = []
        while let entry = entries.next() {
            if let document = entry.member("document"), let view = DocumentView(document.written) {
                views.append(view)
            } else if let id = entry.member("id")?.text?.string {
                let isDeletion = entry.member("op")?.text?.string == "delete"
                let word = isDeletion ? ink(.bad, "deleted") : ink(.good, "changed")
                names.append("  \(word)  \(DocumentView.shown(id))")
            }
        }
        let lines = DocumentPage(ink: ink, clock: clock).lines(views) + (names.isEmpty ? [] : [""] + names)
        return lines.isEmpty ? [] : lines + [""]
    }
}
