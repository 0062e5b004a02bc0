package import System

/// Receives webhooks over HTTP/1.1 on a separate thread, until it is released.
///
/// The server accepts POST at any path, at most 64 connections, headers of at most 8 KiB, bodies of at most 16 MiB each
/// and 64 MiB together, and 30 s for each request.
package struct WebhookServer: ~Copyable {
    /// The headers that a delivery can have, in lower case.
    package static let headers = [
        "content-type", "webhook-id", "webhook-timestamp", "webhook-signature", "user-agent", "traceparent",
    ]

    private let server: HTTPServer

    /// The address as `HOST:PORT`.
    package var address: String { server.address }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - host: A name or an address of this machine; an IPv6 address without brackets.
    ///   - port: The port, or 0 to let the system choose one.
    ///   - delayMilliseconds: The delay of each response.
    ///   - clocks: The clocks to use.
    ///   - answer: Called on the server's thread when the delay is over. All other requests wait for it.
    /// - Throws: An error if the address cannot be used, for example because the port is taken.
    package init(
        host: String,
        port: UInt16,
        delayMilliseconds: Int64 = 0,
        clocks: Clocks = Clocks(),
        answer: @escaping @Sendable (HTTPRequest) -> Page
    ) throws(ServingError) {
        let service = HTTPService(
            option: "--listen",
            methods: ["POST"],
            headers: [],
            limits: .deliveries,
            delayMilliseconds: delayMilliseconds
        ) { .page(answer($0)) }
        server = try HTTPServer(host: host, port: port, clocks: clocks, service)
    }
}
