import CMicrohttpd
import Glibc

// libmicrohttpd calls these functions on the thread that runs the daemon. The context is the `HTTPConnections`, which
// outlives the daemon.

/// Handles the opening and closing of a connection.
func connectionCallback(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    code: MHD_ConnectionNotificationCode
) {
    guard let connections = unsafe httpConnections(context), let connection = unsafe connection else { return }
    let descriptor = unsafe fork_http_socket(connection)
    if code == .CONNECTION_NOTIFY_STARTED { connections.opened(descriptor) } else { connections.closed(descriptor) }
}

/// Handles the end of a request: it was answered, or its connection was closed.
func completedCallback(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    code: MHD_RequestTerminationCode
) {
    guard let connections = unsafe httpConnections(context), let connection = unsafe connection else { return }
    connections.rests(unsafe fork_http_socket(connection))
}

/// Handles a part of a request: its head, then pieces of its body, then its end, and its end again after a delay.
///
/// The request context is nil in the first call only.
func answerCallback(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    body: UnsafePointer<CChar>?,
    bodyCount: UnsafeMutablePointer<Int>?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connections = unsafe httpConnections(context), let connection = unsafe connection,
        let method = unsafe method, let bodyCount = unsafe bodyCount, let requestContext = unsafe requestContext
    else { return .NO }
    let descriptor = unsafe fork_http_socket(connection)
    if unsafe requestContext.pointee == nil {
        let length = unsafe fork_http_header_size(connection)
        let refusal = connections.service.refusal(
            method: unsafe String(cString: method),
            headBytes: length,
            awaitedBodyBytes: unsafe awaitedBodyBytes(connection)
        )
        if let refusal { return unsafe sendPage(refusal, connections.service.headers, on: connection) }
        connections.begins(descriptor, headBytes: length)
        unsafe requestContext.pointee = UnsafeMutableRawPointer(bitPattern: 1)
        return .YES
    }
    if unsafe bodyCount.pointee > 0 {
        unsafe connections.takes(UnsafeRawBufferPointer(start: body, count: bodyCount.pointee), on: descriptor)
        unsafe bodyCount.pointee = 0
        return .YES
    }
    if connections.mustWait(descriptor) {
        connections.holds(unsafe SuspendedConnection(connection), on: descriptor)
        return .YES
    }
    let page = connections.page(on: descriptor) { target, body in
        HTTPRequest(
            target,
            method: unsafe String(cString: method),
            headers: unsafe allHeaders(of: connection),
            body: body,
            isFromLoopback: unsafe fork_http_is_loopback(connection) != 0
        )
    } suspend: {
        unsafe SuspendedConnection(connection)
    }
    guard let page else { return .YES }
    return unsafe sendPage(page, connections.service.headers, on: connection)
}

/// Takes the path and the query of a request before libmicrohttpd decodes them; the request context stays nil.
func targetCallback(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let connections = unsafe httpConnections(context), let connection = unsafe connection,
        let target = unsafe target
    else { return nil }
    connections.begins(unsafe fork_http_socket(connection), target: unsafe String(cString: target))
    return nil
}

/// Adds a header to the list in the context.
private func headerCallback(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let list = unsafe context?.assumingMemoryBound(to: [(name: String, value: [UInt8])].self),
        let name = unsafe name
    else {
        return .NO
    }
    let bytes = unsafe value.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    // A space before the colon must not hide a header.
    let bare = unsafe String(cString: name).lowercased().filter { $0 != " " && $0 != "\t" }
    unsafe list.pointee.append((bare, bytes))
    return .YES
}

private func allHeaders(of connection: OpaquePointer) -> [(name: String, value: [UInt8])] {
    var headers: [(name: String, value: [UInt8])] = []
    unsafe withUnsafeMutablePointer(to: &headers) { list in
        _ = unsafe MHD_get_connection_values(connection, .HEADER_KIND, headerCallback, list)
    }
    return headers
}

/// Returns the length of the body if the client waits for permission to send it, as RFC 9110 section 10.1.1 describes.
///
/// Other clients get their response after the body, because many of them do not read while they write.
private func awaitedBodyBytes(_ connection: OpaquePointer) -> Int? {
    guard unsafe headerValue("expect", of: connection) != nil,
        let length = unsafe headerValue("content-length", of: connection)
    else { return nil }
    return Int(String(decoding: length, as: UTF8.self))
}

private func headerValue(_ name: String, of connection: OpaquePointer) -> [UInt8]? {
    guard let value = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, name) else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
}

private func httpConnections(_ context: UnsafeMutableRawPointer?) -> HTTPConnections? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<HTTPConnections>.fromOpaque(context).takeUnretainedValue()
}

private func sendPage(_ page: Page, _ headers: [Page.Header], on connection: OpaquePointer) -> MHD_Result {
    var bytes = page.body
    guard let response = unsafe MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY) else {
        return .NO
    }
    defer { unsafe MHD_destroy_response(response) }
    if !bytes.isEmpty { unsafe MHD_add_response_header(response, "Content-Type", page.contentType) }
    unsafe MHD_add_response_header(response, "Cache-Control", page.cacheControl)
    for header in headers + page.headers { unsafe MHD_add_response_header(response, header.name, header.value) }
    if let allow = page.allow { unsafe MHD_add_response_header(response, "Allow", allow) }
    // Whoever is refused frees the connection for others.
    if page.status >= 400 { unsafe MHD_add_response_header(response, "Connection", "close") }
    return unsafe MHD_queue_response(connection, page.status, response)
}
