import CMicrohttpd
import Glibc
import System

/// The open connections of a server, each with its clock.
///
/// libmicrohttpd calls its methods on the thread that runs the daemon.
final class HTTPConnections {
    /// The longest request with its headers and body, in bytes.
    static let longestRequest = 8 << 10

    private let clocks: Clocks
    private let answer: @Sendable (PageRequest) -> Page
    private var exchanges: [Int32: RequestDeadline] = [:]

    init(clocks: Clocks, answer: @escaping @Sendable (PageRequest) -> Page) {
        self.clocks = clocks
        self.answer = answer
    }

    /// The idle connections, whose next byte begins a request.
    var silent: [Int32] { exchanges.filter(\.value.isSilent).map(\.key) }

    var isEmpty: Bool { exchanges.isEmpty }

    func opened(_ descriptor: Int32) { exchanges[descriptor] = RequestDeadline(at: clocks.steadyMilliseconds()) }

    func closed(_ descriptor: Int32) { exchanges[descriptor] = nil }

    func receives(_ descriptor: Int32) { exchanges[descriptor]?.receives(at: clocks.steadyMilliseconds()) }

    func rests(_ descriptor: Int32) { exchanges[descriptor]?.rests(at: clocks.steadyMilliseconds()) }

    /// Shuts down the connections whose time is over; the library then closes them.
    func cut() {
        let now = clocks.steadyMilliseconds()
        for (descriptor, exchange) in exchanges where exchange.isOver(at: now) {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Returns the response to a complete request.
    func page(_ request: PageRequest, on descriptor: Int32) -> Page {
        exchanges[descriptor]?.answers(at: clocks.steadyMilliseconds())
        return answer(request)
    }
}
