import CCurl

/// Owns libcurl's handle of all transfers and of the connections.
///
/// After its creation only the client's thread uses it, and releases it last.
@safe final class MultiHandle: Sendable {
    nonisolated(unsafe) private let pointer: UnsafeMutableRawPointer

    /// Creates the handle; nil if there is not enough memory.
    init?(idleConnectionsMax: Int) {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        // Zero would mean a number of the library's own.
        unsafe fork_curl_set_shared_number(pointer, CURLMOPT_MAXCONNECTS, max(idleConnectionsMax, 1))
    }

    /// Begins a transfer.
    ///
    /// - Returns: Whether libcurl has taken it.
    func add(_ handle: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK
    }

    /// Ends a transfer.
    ///
    /// Its connection is closed, unless the transfer is done.
    func remove(_ handle: borrowing EasyHandle) { unsafe curl_multi_remove_handle(pointer, handle.pointer) }

    /// Does all work that needs no waiting.
    func perform() {
        var running: Int32 = 0
        unsafe curl_multi_perform(pointer, &running)
    }

    /// Returns a transfer that is done; nil if there is none.
    func nextDone() -> (transfer: Transfer, code: CURLcode)? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &remaining) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let transfer = unsafe transfer(fork_curl_context(message.pointee.easy_handle))
            else { continue }
            return (transfer, unsafe fork_curl_ended(message))
        }
        return nil
    }

    /// Waits until a connection is ready, a transfer's timer expires, or the bell rings.
    func wait(for bell: borrowing Bell, milliseconds: Int32) {
        var extra = curl_waitfd(fd: bell.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        var count: Int32 = 0
        unsafe curl_multi_poll(pointer, &extra, 1, milliseconds, &count)
    }

    deinit { unsafe curl_multi_cleanup(pointer) }
}
