import CCurl
import Glibc
package import System
package import Webhooks

/// Performs POST requests on a separate thread, until it is released.
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

    /// Starts the threads.
    ///
    /// `resolve` returns all addresses of a name. It is called on a few threads, and may block.
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

    /// Cuts all requests off, closes the connections, and waits for the end of the thread.
    deinit {
        lookups.close()
        mailbox.close()
    }

    /// Begins a request.
    ///
    /// - Returns: False if there are too many requests and untaken results, or if a request under way has the same id.
    package func submit(_ request: PostRequest) -> Bool { mailbox.submit(request, at: clocks.steadyMilliseconds()) }

    /// Has `call` called on the client's thread whenever results can be taken, in place of an earlier one.
    ///
    /// It must not block, and must not own the client.
    package func onResults(_ call: @escaping @Sendable () -> Void) { mailbox.onResults(call) }

    /// Takes the results that are there, without waiting.
    package func takeResults() -> [PostResult] { mailbox.takeResults() }

    /// The number of requests under way.
    package var underWayCount: Int { mailbox.underWayCount }

    /// Cuts requests off.
    ///
    /// When it returns, nothing more of them is sent, and they never have a result. It must not be called by `completed`.
    package func cancel(_ ids: [UInt64]) { mailbox.cancel(ids) }

    /// Cuts all requests off, as `cancel` does.
    package func cancelAll() { mailbox.cancel(nil) }
}
