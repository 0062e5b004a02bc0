import Files
import JSON
import Operations
import Options
import Views
import Vocabulary
import Worker

/// Prints deliveries to standard output: their documents on a terminal, else lines of JSON.
struct EchoScreen: Sendable {
    /// Draws documents; nil if lines are JSON.
    private let text: EchoText?

    init(asJSON isJSON: Bool) { text = StandardOutput.isTerminal && !isJSON ? Self.text() : nil }

    private static func text() -> EchoText {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        return EchoText(ink: Screen().ink) { LocalClock(zones.zone($0) ?? .utc) }
    }

    /// Prints a delivery, and returns whether all was written.
    func show(_ echoed: EchoedDelivery, _ body: [UInt8]) -> Bool {
        if let text { return Screen().show(text.lines(echoed, body: body)) }
        var writer = Writer()
        EchoText.write(echoed, into: &writer)
        writer.raw("\n")
        return StandardOutput.write(writer.bytes)
    }
}
