import Files
import Health
import JSON
import Operations
import Options
import Serving
import Synchronization
import System
import Views
import Webhooks
import Worker

/// Answers deliveries, and prints a line for each before its answer is sent.
final class EchoDesk: Sendable {
    private let clocks = Clocks()
    /// Draws documents; nil if lines are JSON.
    private let text: EchoText?
    private let receiver: Mutex<EchoReceiver>
    private let isClosed = Atomic(false)

    init(_ secrets: SecretsFile, _ options: WebhookEchoOptions) {
        let seed = options.seed ?? UInt64.random(in: 0...UInt64.max)
        receiver = Mutex(EchoReceiver(secrets, status: options.status, failShare: options.failShare, seed: seed))
        text = StandardOutput.isTerminal && !options.isJSON ? Self.text() : nil
    }

    /// Whether a line could not be printed.
    var isOutputClosed: Bool { isClosed.load(ordering: .relaxed) }

    var counts: EchoCounts { receiver.withLock(\.counts) }

    /// Returns the answer to a request.
    func answer(_ request: HTTPRequest) -> Page {
        let delivery = ReceivedDelivery(
            id: request.headers["webhook-id"],
            timestamp: request.headers["webhook-timestamp"],
            signature: request.headers["webhook-signature"],
            body: request.body
        )
        let now = clocks.wallMilliseconds() / 1_000
        let echoed = receiver.withLock { $0.receive(delivery, nowSeconds: now) }
        // Not in the lock: standard output can block, and the counts must stay readable.
        if !print(echoed, delivery.body) { isClosed.store(true, ordering: .relaxed) }
        return Page(status: UInt32(clamping: echoed.status), body: echoed.fault.map { $0 + "\n" } ?? "")
    }

    private static func text() -> EchoText {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        return EchoText(ink: Screen().ink) { LocalClock(zones.zone($0) ?? .utc) }
    }

    /// Prints a delivery, and returns whether all was written.
    private func print(_ echoed: EchoedDelivery, _ body: [UInt8]) -> Bool {
        if let text { return Screen().show(text.lines(echoed, body: body)) }
        var writer = Writer()
        EchoText.write(echoed, into: &writer)
        writer.raw("\n")
        return StandardOutput.write(writer.bytes)
    }
}
