/// An HTTP request, complete with its body.
package struct HTTPRequest: Sendable {
    package let method: String
    /// The path and the query as they came, such as `/console/?x=%20`.
    package let target: String
    /// All headers in their order, names in lower case and without spaces; a name can occur several times.
    package let headers: [(name: String, value: [UInt8])]
    package let body: [UInt8]
    /// Whether the client has the address 127.0.0.1 or ::1.
    package let isFromLoopback: Bool

    /// Creates a request as tests need it.
    package init(
        _ target: String,
        method: String = "GET",
        headers: [(name: String, value: [UInt8])] = [],
        body: [UInt8] = [],
        isFromLoopback: Bool = true
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.isFromLoopback = isFromLoopback
    }

    /// The path without query, decoded.
    package var path: String { RequestTarget(target).path }

    /// Returns the value of the first header with this name, which is in lower case; nil if there is none.
    package subscript(name: String) -> [UInt8]? { headers.first { $0.name == name }?.value }

    /// Returns the values of all headers with this name, which is in lower case.
    package func values(_ name: String) -> [String] {
        headers.filter { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

/// The answer to a request: a page now, or later from another thread.
package enum HTTPAnswer: Sendable {
    case page(Page)
    /// Starts the work without blocking; the work calls the function that it gets exactly once, on any thread.
    case later(@Sendable (@escaping @Sendable (Page) -> Void) -> Void)
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
    /// The largest size of the later answers that are being sent, in bytes.
    let answerBytes: Int
    /// The time limit for each phase of a connection: idle, receiving a request, sending a response.
    let phaseMilliseconds: Int64

    /// Limits for small requests by machines.
    static let pages = HTTPLimits(
        connections: 64,
        headBytes: 8 << 10,
        requestBytes: 8 << 10,
        heldBytes: 64 * (8 << 10),
        answerBytes: 32 << 20,
        phaseMilliseconds: 5_000
    )
    /// Limits for the bodies of webhooks.
    static let deliveries = HTTPLimits(
        connections: 64,
        headBytes: 8 << 10,
        requestBytes: 16 << 20,
        heldBytes: 64 << 20,
        answerBytes: 0,
        phaseMilliseconds: 30_000
    )
}

/// The rules of a server: the requests that it accepts, and the response to each.
struct HTTPService: Sendable {
    /// The option that names the address, for error messages.
    let option: String
    let methods: [String]
    /// The headers of every response.
    let headers: [Page.Header]
    let limits: HTTPLimits
    /// The delay of each response.
    let delayMilliseconds: Int64
    /// The page instead of a later answer for which there is no memory.
    var noRoom = Page.noMemory
    /// Called on the server's thread at least four times a second.
    var eachTurn: @Sendable () -> Void = {}
    /// Returns the answer; all other requests wait, because this closure runs on the server's only thread.
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer

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
