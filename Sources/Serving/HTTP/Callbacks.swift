import CMicrohttpd

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

/// Handles a part of a request: first its headers, then pieces of its body, then its end.
///
/// The request context stores the number of bytes received so far, plus one, so that zero marks the first call.
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
    guard let connections = unsafe httpConnections(context), let connection = unsafe connection, let url = unsafe url,
        let method = unsafe method, let bodyCount = unsafe bodyCount, let requestContext = unsafe requestContext
    else { return .NO }
    let known = unsafe Int(bitPattern: requestContext.pointee)
    guard known > 0 else {
        let length = unsafe fork_http_header_size(connection)
        if length > HTTPConnections.longestRequest { return unsafe sendPage(.tooLong, on: connection) }
        let name = unsafe String(cString: method)
        if name != "GET", name != "HEAD" { return unsafe sendPage(.methodNotAllowed, on: connection) }
        unsafe requestContext.pointee = UnsafeMutableRawPointer(bitPattern: length + 1)
        return .YES
    }
    if unsafe bodyCount.pointee > 0 {
        let length = unsafe known + bodyCount.pointee
        unsafe bodyCount.pointee = 0
        // In the middle of a request, the only possible answer is to close the connection.
        if length > HTTPConnections.longestRequest { return .NO }
        unsafe requestContext.pointee = UnsafeMutableRawPointer(bitPattern: length)
        return .YES
    }
    let accept = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, "Accept")
    let request = unsafe PageRequest(path: String(cString: url), accept: accept.map { unsafe String(cString: $0) })
    return unsafe sendPage(connections.page(request, on: fork_http_socket(connection)), on: connection)
}

private func httpConnections(_ context: UnsafeMutableRawPointer?) -> HTTPConnections? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<HTTPConnections>.fromOpaque(context).takeUnretainedValue()
}

private func sendPage(_ page: Page, on connection: OpaquePointer) -> MHD_Result {
    var bytes = Array(page.body.utf8)
    guard let response = unsafe MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY) else {
        return .NO
    }
    defer { unsafe MHD_destroy_response(response) }
    unsafe MHD_add_response_header(response, "Content-Type", page.contentType)
    // A probe or metric must not be cached.
    unsafe MHD_add_response_header(response, "Cache-Control", "no-store")
    if let allow = page.allow { unsafe MHD_add_response_header(response, "Allow", allow) }
    if page.status >= 400, page.status < 500 { unsafe MHD_add_response_header(response, "Connection", "close") }
    return unsafe MHD_queue_response(connection, page.status, response)
}
