import CCurl
import Glibc

/// Fetches a page from a worker with libcurl, with limits for time and length.
package struct PageClient: Sendable {
    /// The reason why there is no page, as the end of a sentence.
    package struct Failure: Error, Equatable, Sendable {
        package let reason: String
    }

    /// The status and body of an HTTP response.
    package struct Answer: Sendable {
        package let status: Int
        package let body: [UInt8]
    }

    /// The longest response; the metrics page of a worker with a thousand partitions has about 200 kB.
    private static let longestBytes = 16 << 20

    private let address: String
    private let timeoutMilliseconds: Int

    /// Creates a client for a worker's address.
    ///
    /// - Parameters:
    ///   - host: A host name or an IP address; IPv6 without brackets.
    ///   - port: The port of the worker's pages.
    ///   - timeoutMilliseconds: The limit for a request, with the name lookup.
    package init(host: String, port: UInt16, timeoutMilliseconds: Int = 5_000) {
        address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Returns the response for a path, whatever its status.
    package func get(_ path: String, accept: String = "*/*") throws(Failure) -> Answer {
        guard let handle = unsafe curl_easy_init() else { throw Failure(reason: "no memory is left") }
        defer { unsafe curl_easy_cleanup(handle) }
        let headers = unsafe curl_slist_append(nil, "Accept: \(accept)")
        defer { unsafe curl_slist_free_all(headers) }
        unsafe fork_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        for (option, number) in [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, timeoutMilliseconds), (CURLOPT_FAILONERROR, 0),
        ] {
            unsafe fork_curl_set_number(handle, option, number)
        }
        // An empty name turns off the proxies of the environment.
        for (option, text) in [(CURLOPT_URL, address + path), (CURLOPT_PROXY, ""), (CURLOPT_PROTOCOLS_STR, "http")] {
            unsafe text.withCString { text in _ = unsafe fork_curl_set_pointer(handle, option, text) }
        }
        var body: [UInt8] = []
        let code = unsafe withUnsafeMutablePointer(to: &body) { body in
            unsafe fork_curl_set_body(handle, Self.append, body)
            return unsafe curl_easy_perform(handle)
        }
        if code == CURLE_OK { return Answer(status: unsafe fork_curl_status(handle), body: body) }
        throw Failure(reason: unsafe Self.reason(code, systemError: fork_curl_system_error(handle)))
    }

    /// Takes a piece of the body, or cuts off a response that is too long.
    private static let append: fork_curl_bytes = { bytes, size, count, context in
        guard let body = unsafe context?.assumingMemoryBound(to: [UInt8].self), let bytes = unsafe bytes,
            unsafe body.pointee.count + size * count <= longestBytes
        else { return 0 }
        unsafe body.pointee.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    private static func reason(_ code: CURLcode, systemError: Int) -> String {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: "no answer in time"
        case CURLE_WRITE_ERROR: "the answer is longer than 16 MiB"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_GOT_NOTHING: "the answer is not HTTP"
        case CURLE_COULDNT_CONNECT where systemError != 0: unsafe String(cString: strerror(Int32(systemError)))
        default: unsafe String(cString: curl_easy_strerror(code))
        }
    }
}
