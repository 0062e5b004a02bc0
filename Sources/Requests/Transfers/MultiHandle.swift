import CCurl

/// Owns libcurl's handle of all transfers and of the connections.
///
/// Only the client's thread uses it, except for `endWait`.
@safe final class MultiHandle: Sendable {
    nonisolated(unsafe) private let pointer: UnsafeMutableRawPointer

    /// Creates the handle; nil if there are not enough memory and descriptors.
    init?(idleConnectionsMax: Int) {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        // Without descriptors for this call, `endWait` could not end a wait.
        guard unsafe curl_multi_wakeup(pointer) == CURLM_OK else {
            unsafe curl_multi_cleanup(pointer)
            return nil
        }
        // Zero would select the library's own limit.
        unsafe fork_curl_set_shared_number(pointer, CURLMOPT_MAXCONNECTS, max(idleConnectionsMax, 1))
    }

    /// Begins a transfer, and returns whether libcurl has accepted the transfer.
    func add(_ handle: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK
    }

    /// Ends a transfer, and closes its connection unless the transfer is done.
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

    /// Waits until a connection is ready, a transfer's timer expires, or `endWait` is called.
    func wait(milliseconds: Int32) {
        var count: Int32 = 0
        unsafe curl_multi_poll(pointer, nil, 0, milliseconds, &count)
    }

    /// Ends the current wait, or else the next one; any thread may call this function.
    func endWait() { unsafe curl_multi_wakeup(pointer) }

    deinit { unsafe curl_multi_cleanup(pointer) }
}
