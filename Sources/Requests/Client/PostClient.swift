import CCurl
import Glibc
package import System
package import Webhooks

/// A client that performs POST requests on a separate thread, until the client is released.
///
/// ```swift
/// let client = try PostClient(PostOptions(rules: rules))
/// client.onResults { wakeup.ring() }
/// client.submit(request)
/// for result in client.takeResults() { … }
/// ```
package final class PostClient: Sendable {
    private let mailbox: PostMailbox
    private let lookups: LookupThreads
    private let clocks: Clocks
    private let thread: SystemThread

    /// Starts the threads; `resolve` returns all addresses of a name, is called on a few threads, and may block.
    ///
    /// - Throws: If the file of authorities cannot be read, or if the system lacks descriptors or threads.
    package init(
        _ options: PostOptions,
        clocks: Clocks = Clocks(),
        resolve: @escaping @Sendable (_ host: String) throws(LookupFailure) -> [IPAddress] = {
            host throws(LookupFailure) in try SystemResolver.addresses(of: host)
        }
    ) throws(PostClientError) {
        if let file = options.authoritiesFile, unsafe access(file, R_OK) != 0 {
            let reason = unsafe String(cString: strerror(errno))
            throw PostClientError("cannot read the certificate authorities in '\(file)': \(reason)")
        }
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
            let multi = MultiHandle(idleConnectionsMax: options.idleConnectionsMax)
        else {
            throw PostClientError("cannot prepare HTTP requests: the system lacks memory or descriptors")
        }
        let mailbox = PostMailbox(multi, requestsMax: options.requestsMax)
        let lookups = LookupThreads()
        let isLooking = lookups.start(clocks, resolve: resolve) { host, found in mailbox.found(host, found) }
        let thread = SystemThread {
            blockSignals()
            PostLoop(multi, options, clocks, mailbox, lookups).run()
        }
        guard isLooking, let thread else {
            lookups.close()
            mailbox.close()
            throw PostClientError("cannot start the threads of HTTP requests: the system has too many")
        }
        self.mailbox = mailbox
        self.lookups = lookups
        self.clocks = clocks
        self.thread = thread
    }

    /// Cancels all requests, closes the connections, and waits for the end of the thread.
    deinit {
        lookups.close()
        mailbox.close()
    }

    /// Begins a request.
    ///
    /// - Returns: False if there are too many requests and untaken results, or if a running request has the same id.
    package func submit(_ request: PostRequest) -> Bool { mailbox.submit(request, at: clocks.steadyMilliseconds()) }

    /// Sets the function that the client's thread calls whenever results can be taken.
    ///
    /// The function must not block, and must not keep a reference to the client.
    package func onResults(_ call: @escaping @Sendable () -> Void) { mailbox.onResults(call) }

    /// Removes and returns the available results, without waiting.
    package func takeResults() -> [PostResult] { mailbox.takeResults() }

    /// The number of running requests.
    package var underWayCount: Int { mailbox.underWayCount }

    /// Cancels requests.
    ///
    /// When the call returns, no further byte of the requests is sent, and no result of them follows. The function that
    /// was set by `onResults` must not make this call.
    package func cancel(_ ids: [UInt64]) { mailbox.cancel(ids) }

    /// Cancels all requests, as `cancel` does.
    package func cancelAll() { mailbox.cancel(nil) }
}
