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
    /// - Parameters:
    ///   - host: A name or an address of this machine; an IPv6 address without brackets.
    ///   - port: The port, or 0 to let the system choose one.
    ///   - headers: The headers of every response, also of those that refuse a request.
    ///   - noRoom: The page instead of a later answer for which there is no memory.
    ///   - clocks: The clocks to use.
    ///   - eachTurn: Called on the server's thread at least four times a second; it must not block.
    ///   - answer: Called on the server's thread. It must not block, because all other requests wait for it.
    /// - Throws: An error if the address cannot be used, for example because the port is taken.
    package init(
        host: String,
        port: UInt16,
        headers: [Page.Header] = [],
        noRoom: Page = .noMemory,
        clocks: Clocks = Clocks(),
        eachTurn: @escaping @Sendable () -> Void = {},
        answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) throws(ServingError) {
        let service = HTTPService(
            option: "--http-address",
            methods: ["GET", "HEAD"],
            headers: headers,
            limits: .pages,
            delayMilliseconds: 0,
            noRoom: noRoom,
            eachTurn: eachTurn,
            answer: answer
        )
        server = try HTTPServer(host: host, port: port, clocks: clocks, service)
    }
}
