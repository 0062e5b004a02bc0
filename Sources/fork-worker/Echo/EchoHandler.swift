import Operations
import Serving
import Synchronization
import System
import Webhooks

/// Answers deliveries, and shows each delivery before its answer is sent.
final class EchoHandler: Sendable {
    private let clocks = Clocks()
    /// Shows a delivery with its request, and returns whether all was written.
    private let show: @Sendable (_ echoed: EchoedDelivery, _ request: HTTPRequest) -> Bool
    /// Passes requests on to another server, which answers them; nil to answer here.
    private let forwarder: Forwarder?
    private let receiver: Mutex<EchoReceiver>
    private let isClosed = Atomic(false)

    init(
        _ receiver: EchoReceiver,
        forwarder: Forwarder? = nil,
        show: @escaping @Sendable (_ echoed: EchoedDelivery, _ request: HTTPRequest) -> Bool
    ) {
        self.receiver = Mutex(receiver)
        self.forwarder = forwarder
        self.show = show
    }

    /// Whether a delivery could not be shown.
    var isOutputClosed: Bool { isClosed.load(ordering: .relaxed) }

    var counts: EchoCounts { receiver.withLock(\.counts) }

    /// Returns the answer to a request.
    func answer(_ request: HTTPRequest) -> Page {
        let delivery = ReceivedDelivery(
            id: request["webhook-id"],
            timestamp: request["webhook-timestamp"],
            signature: request["webhook-signature"],
            body: request.body
        )
        let now = clocks.wallMilliseconds() / 1_000
        let forwarded = forwarder?.answer(request)
        let echoed = receiver.withLock {
            $0.receive(delivery, nowSeconds: now, answered: forwarded.map { Int($0.status) })
        }
        // Not in the lock, because the output can block, and the counts must stay readable.
        if !show(echoed, request) { isClosed.store(true, ordering: .relaxed) }
        if let forwarded { return forwarded }
        return Page(status: UInt32(clamping: echoed.status), body: echoed.fault.map { $0 + "\n" } ?? "")
    }
}
