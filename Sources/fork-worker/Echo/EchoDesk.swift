import Operations
import Serving
import Synchronization
import System
import Webhooks

/// Answers deliveries, and shows each before its answer is sent.
final class EchoDesk: Sendable {
    private let clocks = Clocks()
    /// Shows a delivery with its body, and returns whether all was written.
    private let show: @Sendable (_ echoed: EchoedDelivery, _ body: [UInt8]) -> Bool
    private let receiver: Mutex<EchoReceiver>
    private let isClosed = Atomic(false)

    init(_ receiver: EchoReceiver, show: @escaping @Sendable (_ echoed: EchoedDelivery, _ body: [UInt8]) -> Bool) {
        self.receiver = Mutex(receiver)
        self.show = show
    }

    /// Whether a delivery could not be shown.
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
        // Not in the lock: the output can block, and the counts must stay readable.
        if !show(echoed, delivery.body) { isClosed.store(true, ordering: .relaxed) }
        return Page(status: UInt32(clamping: echoed.status), body: echoed.fault.map { $0 + "\n" } ?? "")
    }
}
