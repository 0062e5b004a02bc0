/// The parts of an HTTP request that a service reads.
package struct HTTPRequest: Sendable {
    /// The path without query.
    package let path: String
    /// The values of the headers that the service reads, by name in lower case.
    package let headers: [String: [UInt8]]
    package let body: [UInt8]
}

/// The limits of a server's memory and time.
struct HTTPLimits: Sendable {
    let connections: UInt32
    /// The longest request without its body, in bytes.
    let headBytes: Int
    /// The longest request with its body, in bytes.
    let requestBytes: Int
    /// The largest size of the bodies of all connections together, in bytes.
    let heldBytes: Int
    /// The time limit for each phase of a connection: idle, receiving a request, sending a response.
    let phaseMilliseconds: Int64

    /// Limits for small requests by machines.
    static let pages = HTTPLimits(
        connections: 64,
        headBytes: 8 << 10,
        requestBytes: 8 << 10,
        heldBytes: 64 * (8 << 10),
        phaseMilliseconds: 5_000
    )
    /// Limits for the bodies of webhooks.
    static let deliveries = HTTPLimits(
        connections: 64,
        headBytes: 8 << 10,
        requestBytes: 16 << 20,
        heldBytes: 64 << 20,
        phaseMilliseconds: 30_000
    )
}

/// The rules of a server: the requests that it accepts, and the response to each.
struct HTTPService: Sendable {
    /// The option that names the address, for error messages.
    let option: String
    let methods: [String]
    /// The names of the headers to read, in lower case.
    let headers: [String]
    let limits: HTTPLimits
    /// The delay of each response.
    let delayMilliseconds: Int64
    /// Returns the response; all other requests wait, because this closure runs on the server's only thread.
    let answer: @Sendable (HTTPRequest) -> Page

    /// Returns the response to a request that is refused before its body is read; nil if the body must be read first.
    ///
    /// `headBytes` is the length of the request without its body. `bodyBytes` is the length of the body, if the
    /// client waits for permission to send it.
    func refusal(method: String, headBytes: Int, awaitedBodyBytes bodyBytes: Int?) -> Page? {
        if headBytes > limits.headBytes { return .tooLong(.head, limits.headBytes) }
        if !methods.contains(method) { return .methodNotAllowed(methods) }
        guard let bodyBytes, bodyBytes > limits.requestBytes - headBytes else { return nil }
        return .tooLong(.body, limits.requestBytes)
    }
}
