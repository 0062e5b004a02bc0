import CMicrohttpd
import Glibc
import System

/// The open connections of a server, each with its current request.
///
/// libmicrohttpd calls these methods on the thread that runs the daemon.
final class HTTPConnections {
    /// The request on a connection, while it is received, held or answered.
    private struct Exchange {
        var deadline: RequestDeadline
        var headBytes = 0
        var body: [UInt8] = []
        /// The response to a request whose body was dropped.
        var refusal: Page?
        /// The time until which the response is delayed, and the suspended connection; nil without a delay.
        var held: (untilMilliseconds: Int64, connection: SuspendedConnection)?
        /// Whether the delay of the response is over.
        var isDue = false
    }

    let service: HTTPService
    private let clocks: Clocks
    private var exchanges: [Int32: Exchange] = [:]
    /// The size of all bodies together, in bytes.
    private var heldBytes = 0

    init(_ service: HTTPService, clocks: Clocks) {
        self.service = service
        self.clocks = clocks
    }

    /// The idle connections, whose next byte begins a request.
    var silent: [Int32] { exchanges.filter(\.value.deadline.isSilent).map(\.key) }

    var isEmpty: Bool { exchanges.isEmpty }

    private var now: Int64 { clocks.steadyMilliseconds() }

    func opened(_ descriptor: Int32) {
        let limit = service.limits.phaseMilliseconds
        exchanges[descriptor] = Exchange(deadline: RequestDeadline(at: now, limitMilliseconds: limit))
    }

    func closed(_ descriptor: Int32) {
        dropBody(of: descriptor)
        exchanges[descriptor] = nil
    }

    /// Starts the time limit for a request when its first bytes arrive.
    func receives(_ descriptor: Int32) { exchanges[descriptor]?.deadline.receives(at: now) }

    /// Resets the state of a connection for a new request, whose head is complete.
    func begins(_ descriptor: Int32, headBytes: Int) {
        dropBody(of: descriptor)
        exchanges[descriptor]?.headBytes = headBytes
        exchanges[descriptor]?.refusal = nil
        exchanges[descriptor]?.isDue = false
    }

    /// Appends a piece of the body, or drops the whole body if it becomes too long.
    func takes(_ piece: UnsafeRawBufferPointer, on descriptor: Int32) {
        // The exchange is changed in place: with a copy of the exchange, each piece would copy the whole body.
        guard let headBytes = exchanges[descriptor]?.headBytes, let bodyBytes = exchanges[descriptor]?.body.count,
            exchanges[descriptor]?.refusal == nil
        else { return }
        if headBytes + bodyBytes + piece.count > service.limits.requestBytes {
            exchanges[descriptor]?.refusal = .tooLong(.body, service.limits.requestBytes)
            return dropBody(of: descriptor)
        }
        if heldBytes + piece.count > service.limits.heldBytes {
            exchanges[descriptor]?.refusal = .noMemory
            return dropBody(of: descriptor)
        }
        heldBytes += piece.count
        unsafe exchanges[descriptor]?.body.append(contentsOf: piece)
    }

    /// Drops the body of a request after its response was sent, and starts the time limit for an idle connection.
    func rests(_ descriptor: Int32) {
        dropBody(of: descriptor)
        exchanges[descriptor]?.deadline.rests(at: now)
    }

    private func dropBody(of descriptor: Int32) {
        heldBytes -= exchanges[descriptor]?.body.count ?? 0
        exchanges[descriptor]?.body = []
    }

    /// Shuts down the connections whose time limit is over; libmicrohttpd then closes them.
    func cut() {
        let now = now
        for (descriptor, exchange) in exchanges where exchange.deadline.isOver(at: now) {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Whether the response to a complete request must still be delayed.
    func mustWait(_ descriptor: Int32) -> Bool {
        guard service.delayMilliseconds > 0, let exchange = exchanges[descriptor] else { return false }
        return !exchange.isDue
    }

    /// Keeps a connection until its response is due.
    func holds(_ connection: SuspendedConnection, on descriptor: Int32) {
        exchanges[descriptor]?.held = (now + service.delayMilliseconds, connection)
        exchanges[descriptor]?.deadline.holds()
    }

    /// The time until the next held response is due; nil if none is held.
    var dueInMilliseconds: Int64? {
        exchanges.values.compactMap { $0.held?.untilMilliseconds }.min().map { max(0, $0 - now) }
    }

    /// Resumes the connections whose delay is over, or all of them.
    func resume(all: Bool = false) {
        let now = now
        for (descriptor, exchange) in exchanges {
            guard let held = exchange.held, all || held.untilMilliseconds <= now else { continue }
            exchanges[descriptor]?.held = nil
            exchanges[descriptor]?.isDue = true
            held.connection.resume()
        }
    }

    /// Returns the response to a complete request.
    func page(path: String, headers: [String: [UInt8]], on descriptor: Int32) -> Page {
        exchanges[descriptor]?.deadline.answers(at: now)
        if let refusal = exchanges[descriptor]?.refusal { return refusal }
        let body = exchanges[descriptor]?.body ?? []
        dropBody(of: descriptor)
        return service.answer(HTTPRequest(path: path, headers: headers, body: body))
    }
}
