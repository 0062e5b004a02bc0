import Glibc
import Synchronization
package import System

/// Serves pages over HTTP/1.1 on a separate thread, until it is released.
///
/// It is made for a few small requests by machines: GET and HEAD, at most 64 connections, requests of at most 8 KiB,
/// and 5 s for each. For anything else, such as TLS, use a proxy.
package struct PageServer: ~Copyable {
    /// The address as `HOST:PORT`.
    package let address: String
    private let thread: SystemThread
    private let order: Order

    /// The stop flag that the thread reads.
    private final class Order: Sendable {
        let isOver = Atomic(false)
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - host: A name or an address of this machine; an IPv6 address without brackets.
    ///   - port: The port, or 0 to let the system choose one.
    ///   - clocks: The clocks to use.
    ///   - answer: Called on the server's thread. It must not block, because all other requests wait for it.
    /// - Throws: An error if the address cannot be used, for example because the port is taken.
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
            let connections = HTTPConnections(clocks: clocks, answer: answer)
            guard let daemon = Daemon(listening: descriptor, connections) else { return }
            while !order.isOver.load(ordering: .relaxed) { daemon.turn() }
        }
        guard let thread else {
            close(descriptor)
            throw ServingError("--http-address: the system cannot create more threads")
        }
        address = socket.address
        self.order = order
        self.thread = thread
    }

    deinit { order.isOver.store(true, ordering: .relaxed) }
}
