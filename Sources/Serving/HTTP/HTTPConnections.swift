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
        /// The path and the query of the request, as they came.
        var target = ""
        /// The suspended connection of a request that is answered on another thread; nil if there is none.
        var awaited: SuspendedConnection?
        /// The page from another thread.
        var page: Page?
        /// The size of the later answer that is being sent, in bytes.
        var sentBytes = 0
    }

    /// The slowest rate at which a client may read a later answer, beside the time limit of each phase.
    private static let leastBytesPerMillisecond = 256

    let service: HTTPService
    /// The pages that other threads have finished.
    let late = LatePages()
    private let clocks: Clocks
    private var exchanges: [Int32: Exchange] = [:]
    /// The size of all bodies together, in bytes.
    private var heldBytes = 0
    /// The size of all later answers that are being sent, in bytes.
    private var sentBytes = 0

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
        countSent(0, on: descriptor)
        exchanges[descriptor] = nil
    }

    /// Starts the time limit for a request when its first bytes arrive.
    func receives(_ descriptor: Int32) { exchanges[descriptor]?.deadline.receives(at: now) }

    /// Takes the path and the query of a request, before anything else of it.
    func begins(_ descriptor: Int32, target: String) { exchanges[descriptor]?.target = target }

    /// Resets the state of a connection for a new request, whose head is complete.
    func begins(_ descriptor: Int32, headBytes: Int) {
        dropBody(of: descriptor)
        exchanges[descriptor]?.headBytes = headBytes
        exchanges[descriptor]?.refusal = nil
        exchanges[descriptor]?.isDue = false
        exchanges[descriptor]?.page = nil
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
        countSent(0, on: descriptor)
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

    /// Resumes the connections whose delay is over, or all suspended connections.
    func resume(all: Bool = false) {
        let now = now
        for (descriptor, exchange) in exchanges {
            if all, let awaited = exchange.awaited {
                exchanges[descriptor]?.awaited = nil
                awaited.resume()
            }
            guard let held = exchange.held, all || held.untilMilliseconds <= now else { continue }
            exchanges[descriptor]?.held = nil
            exchanges[descriptor]?.isDue = true
            held.connection.resume()
        }
    }

    /// Resumes the connections whose pages other threads have finished.
    func resumeAnswered() {
        for (descriptor, page) in late.take() {
            guard let awaited = exchanges[descriptor]?.awaited else { continue }
            exchanges[descriptor]?.awaited = nil
            let fits = sentBytes + page.body.count <= service.limits.answerBytes
            exchanges[descriptor]?.page = fits ? page : service.noRoom
            countSent(fits ? page.body.count : 0, on: descriptor)
            awaited.resume()
        }
    }

    /// Sets the size of the later answer that a connection sends.
    private func countSent(_ count: Int, on descriptor: Int32) {
        guard let before = exchanges[descriptor]?.sentBytes else { return }
        sentBytes += count - before
        exchanges[descriptor]?.sentBytes = count
    }

    /// Returns the response to a complete request; nil if it comes later and the connection is suspended.
    ///
    /// `request` gets the path with the query, and the body. It and `suspend` are called at most once.
    func page(
        on descriptor: Int32,
        request: (String, [UInt8]) -> HTTPRequest,
        suspend: () -> SuspendedConnection
    ) -> Page? {
        if let page = exchanges[descriptor]?.page {
            exchanges[descriptor]?.page = nil
            // A slow line may take longer for a long answer: 256 KiB a second are enough.
            exchanges[descriptor]?.deadline.answers(at: now + Int64(page.body.count / Self.leastBytesPerMillisecond))
            return page
        }
        exchanges[descriptor]?.deadline.answers(at: now)
        if let refusal = exchanges[descriptor]?.refusal { return refusal }
        let body = exchanges[descriptor]?.body ?? []
        dropBody(of: descriptor)
        switch service.answer(request(exchanges[descriptor]?.target ?? "", body)) {
        case .page(let page): return page
        case .later(let start):
            exchanges[descriptor]?.awaited = suspend()
            exchanges[descriptor]?.deadline.holds()
            start { [late] page in late.add(page, on: descriptor) }
            return nil
        }
    }
}
