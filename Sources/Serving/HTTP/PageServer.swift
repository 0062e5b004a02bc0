package import System

/// Serves pages over HTTP/1.1 on a separate thread, until it is released.
///
/// The server accepts GET and HEAD, at most 64 connections, requests of at most 8 KiB, and 5 s for each request. For
/// anything else, such as TLS, use a proxy.
package struct PageServer: ~Copyable {
    private let server: HTTPServer

    /// The address as `HOST:PORT`.
    package var address: String { server.address }
    /// Whether `[::]` was requested, but only IPv4 is served, because the kernel has no IPv6.
    package var lacksIPv6: Bool { server.lacksIPv6 }

    /// Begins to listen.
    ///
    /// `host` is a name or an address of this machine; an IPv6 address without brackets. `port` is the port, or 0 to
    /// let the system choose one. `answer` is called on the server's thread. It must not block, because all other
    /// requests wait for it.
    ///
    /// - Throws: An error if the address cannot be used, for example because the port is taken.
    package init(
        host: String,
        port: UInt16,
        clocks: Clocks = Clocks(),
        answer: @escaping @Sendable (PageRequest) -> Page
    ) throws(ServingError) {
        let service = HTTPService(
            option: "--http-address",
            methods: ["GET", "HEAD"],
            headers: ["accept"],
            limits: .pages,
            delayMilliseconds: 0
        ) { request in
            let accept = request.headers["accept"].map { String(decoding: $0, as: UTF8.self) }
            return answer(PageRequest(path: request.path, accept: accept))
        }
        server = try HTTPServer(host: host, port: port, clocks: clocks, service)
    }
}
