import Glibc
import Synchronization
package import System

/// Serves pages over HTTP/1.1 on a thread of its own, for as long as somebody keeps it.
///
/// It is for few, small requests by machines: GET and HEAD, at most 64 connections, 8 KiB of request, 5 s for each. Who
/// needs more, as TLS, puts a proxy before it.
package struct PageServer: ~Copyable {
    /// Where it listens, as `HOST:PORT`.
    package let address: String
    private let thread: SystemThread
    private let order: Order

    /// What the thread is told.
    private final class Order: Sendable {
        let isOver = Atomic(false)
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - host: A name or an address of this machine, that of IPv6 without brackets.
    ///   - port: 0 leaves the choice to the system.
    ///   - clocks: Those of the machine unless a test turns its own.
    ///   - answer: Is called on the server's thread, and must not wait: all others wait for it.
    /// - Throws: When the port is taken, say.
    package init(
        host: String,
        port: UInt16,
        clocks: Clocks = Clocks(),
        answer: @escaping @Sendable (PageRequest) -> Page
    ) throws(ServingError) {
        let socket = try ListeningSocket(host: host, port: port)
        let descriptor = socket.descriptor
        let order = Order()
        let thread = SystemThread {
            let desk = FrontDesk(clocks: clocks, answer: answer)
            guard let daemon = Daemon(listening: descriptor, desk) else { return }
            while !order.isOver.load(ordering: .relaxed) { daemon.turn() }
        }
        guard let thread else {
            close(descriptor)
            throw ServingError("--http-address: the system gives no more threads")
        }
        address = socket.address
        self.order = order
        self.thread = thread
    }

    deinit { order.isOver.store(true, ordering: .relaxed) }
}
