import Glibc
import Synchronization
import System

/// Serves one service over HTTP/1.1 on a separate thread, until it is released.
struct HTTPServer: ~Copyable {
    /// The address as `HOST:PORT`.
    let address: String
    /// Whether only IPv4 is served, because the kernel has no IPv6.
    let lacksIPv6: Bool
    private let thread: SystemThread
    private let order: Order

    /// The stop flag that the thread reads.
    private final class Order: Sendable {
        let isOver = Atomic(false)
    }

    /// Begins to listen.
    ///
    /// `host` is a name or an address of this machine; an IPv6 address without brackets. `port` is the port, or 0 to
    /// let the system choose one.
    ///
    /// - Throws: An error if the address cannot be used, for example because the port is taken.
    init(host: String, port: UInt16, clocks: Clocks, _ service: HTTPService) throws(ServingError) {
        let socket = try ListeningSocket(host: host, port: port, option: service.option)
        let descriptor = socket.descriptor
        let order = Order()
        let thread = SystemThread {
            let connections = HTTPConnections(service, clocks: clocks)
            guard let daemon = Daemon(listening: descriptor, connections) else { return }
            while !order.isOver.load(ordering: .relaxed) { daemon.turn() }
        }
        guard let thread else {
            close(descriptor)
            throw ServingError("\(service.option): the system cannot create more threads")
        }
        address = socket.address
        lacksIPv6 = socket.lacksIPv6
        self.order = order
        self.thread = thread
    }

    deinit { order.isOver.store(true, ordering: .relaxed) }
}
