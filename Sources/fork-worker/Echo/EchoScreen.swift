import Files
import JSON
import Operations
import Options
import Serving
import Views
import Vocabulary
import Worker

/// Prints deliveries to standard output: their documents on a terminal, else lines of JSON.
struct EchoScreen: Sendable {
    /// Draws documents; nil if lines are JSON.
    private let text: EchoText?
    /// Whether to print headers and bodies too.
    private let printsBody: Bool

    init(asJSON isJSON: Bool, printsBody: Bool = false) {
        self.printsBody = printsBody
        text = StandardOutput.isTerminal && !isJSON ? Self.text() : nil
    }

    private static func text() -> EchoText {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        return EchoText(ink: Screen().ink) { LocalClock(zones.zone($0) ?? .utc) }
    }

    /// Prints a delivery, and returns whether all was written.
    func show(_ echoed: EchoedDelivery, _ request: HTTPRequest) -> Bool {
        let headers = WebhookServer.headers.sorted().compactMap { name in request[name].map { (key: name, value: $0) } }
        let raw = printsBody ? (headers: headers, body: request.body) : nil
        if let text { return Screen().show((raw.map(EchoText.lines) ?? []) + text.lines(echoed, body: request.body)) }
        var writer = Writer()
        EchoText.write(echoed, raw, into: &writer)
        writer.raw("\n")
        return StandardOutput.write(writer.bytes)
    }
}
