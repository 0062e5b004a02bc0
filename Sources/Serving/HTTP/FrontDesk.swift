import CMicrohttpd
import Glibc
import System

/// The connections of a server, each with its clock; everything happens on the server's thread.
///
/// libmicrohttpd calls it back while it runs.
final class FrontDesk {
    /// The longest request, its first line and headers and what follows them.
    static let longestRequest = 8 << 10

    private let clocks: Clocks
    private let answer: @Sendable (PageRequest) -> Page
    private var exchanges: [Int32: ExchangeClock] = [:]

    init(clocks: Clocks, answer: @escaping @Sendable (PageRequest) -> Page) {
        self.clocks = clocks
        self.answer = answer
    }

    /// The connections of which the next byte will be a request's first.
    var silent: [Int32] { exchanges.filter(\.value.isSilent).map(\.key) }

    var isEmpty: Bool { exchanges.isEmpty }

    func opened(_ descriptor: Int32) { exchanges[descriptor] = ExchangeClock(at: clocks.steadyMilliseconds()) }

    func closed(_ descriptor: Int32) { exchanges[descriptor] = nil }

    func receives(_ descriptor: Int32) { exchanges[descriptor]?.receives(at: clocks.steadyMilliseconds()) }

    func rests(_ descriptor: Int32) { exchanges[descriptor]?.rests(at: clocks.steadyMilliseconds()) }

    /// Cuts the connections whose time is over: the library then finds them at their end, and closes them.
    func cut() {
        let now = clocks.steadyMilliseconds()
        for (descriptor, exchange) in exchanges where exchange.isOver(at: now) {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// The answer to a request that has come whole.
    func page(_ request: PageRequest, on descriptor: Int32) -> Page {
        exchanges[descriptor]?.answers(at: clocks.steadyMilliseconds())
        return answer(request)
    }
}
