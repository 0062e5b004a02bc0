import CMicrohttpd

/// A connection that libmicrohttpd ignores until it is resumed; it must be resumed before the daemon stops.
@safe struct SuspendedConnection {
    private let connection: OpaquePointer

    /// Suspends a connection during the call that handles its request.
    init(_ connection: OpaquePointer) {
        unsafe self.connection = connection
        unsafe MHD_suspend_connection(connection)
    }

    /// Resumes the connection; libmicrohttpd then calls the handler for the end of the request again.
    func resume() { unsafe MHD_resume_connection(connection) }
}
