import CCurl
import Glibc
import Webhooks

/// Owns libcurl's handle of a transfer.
@safe struct EasyHandle: ~Copyable {
    /// The largest number of addresses of a name that are tried.
    static let addressesMax = 16
    /// A placeholder for the address of a name that was not looked up yet (192.0.2.0/24 is for documentation only).
    ///
    /// With a placeholder, libcurl does not look up the name itself. No socket is opened to this address.
    private static let noAddress = "192.0.2.1"
    /// The number of bytes that libcurl receives at once, and the number that it sends at once.
    private static let receiveBytes = 4 << 10
    private static let sendBytes = 16 << 10
    /// The longest use of a connection, after which the name is looked up again.
    private static let connectionSecondsMax = 600
    /// The time after which the file of authorities is read again for new connections.
    private static let authoritiesSecondsMax = 300

    let pointer: UnsafeMutableRawPointer
    private var addresses: UnsafeMutablePointer<curl_slist>?
    /// The error text of libcurl or TLS.
    private let message: UnsafeMutableBufferPointer<CChar>

    /// Creates a handle for the route of a transfer; nil if there is not enough memory.
    ///
    /// The transfer must outlive the handle.
    init?(_ transfer: Transfer, authoritiesFile: String?, at now: Int64) {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        unsafe addresses = nil
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0)
        unsafe fork_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, message.baseAddress)
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        unsafe fork_curl_set_callbacks(
            pointer,
            headerCallback,
            bodyCallback,
            openCallback,
            readyCallback,
            context
        )
        setRequest(transfer)
        setRoute(transfer, at: now)
        setHabits()
        setTLS(authoritiesFile)
    }

    private func set(_ option: CURLoption, _ number: Int) { unsafe fork_curl_set_number(pointer, option, number) }

    /// Sets a text, which libcurl copies.
    private func set(_ option: CURLoption, _ text: String) {
        unsafe text.withCString { text in _ = unsafe fork_curl_set_pointer(pointer, option, text) }
    }

    private func setRequest(_ transfer: Transfer) {
        set(CURLOPT_URL, String(decoding: transfer.callback.url, as: UTF8.self))
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_POST, 1)
        let body = unsafe transfer.payload.body
        set(CURLOPT_POSTFIELDSIZE, body.count)
        unsafe fork_curl_set_pointer(pointer, CURLOPT_POSTFIELDS, body.baseAddress)
        unsafe fork_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, transfer.payload.headers)
    }

    private mutating func setRoute(_ transfer: Transfer, at now: Int64) {
        let connectMilliseconds = Int(clamping: transfer.connectDeadlineMilliseconds - now)
        let milliseconds = Int(clamping: transfer.deadlineMilliseconds - now)
        // Zero would mean libcurl's default limit, or no limit.
        set(CURLOPT_CONNECTTIMEOUT_MS, max(connectMilliseconds, 1))
        set(CURLOPT_TIMEOUT_MS, max(milliseconds, 1))
        // The DNS entry must not expire while libcurl may still use it.
        set(CURLOPT_DNS_CACHE_TIMEOUT, milliseconds / 1_000 + 60)
        var texts = [Self.noAddress]
        if case .new(let addresses) = transfer.route {
            set(CURLOPT_FRESH_CONNECT, 1)
            texts = addresses.prefix(Self.addressesMax).map(\.bracketed)
        }
        guard transfer.callback.literal == nil else { return }
        // The plus lets the entry expire.
        let entry = "+\(transfer.callback.host):\(transfer.callback.port):\(texts.joined(separator: ","))"
        unsafe addresses = unsafe curl_slist_append(nil, entry)
        unsafe fork_curl_set_pointer(pointer, CURLOPT_RESOLVE, addresses)
    }

    private func setHabits() {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        set(CURLOPT_FOLLOWLOCATION, 0)
        // An empty name turns off the proxies of the environment.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_BUFFERSIZE, Self.receiveBytes)
        set(CURLOPT_UPLOAD_BUFFERSIZE, Self.sendBytes)
        set(CURLOPT_MAXLIFETIME_CONN, Self.connectionSecondsMax)
        set(CURLOPT_TCP_KEEPALIVE, 1)
    }

    private func setTLS(_ authoritiesFile: String?) {
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_CA_CACHE_TIMEOUT, Self.authoritiesSecondsMax)
        if let authoritiesFile { set(CURLOPT_CAINFO, authoritiesFile) }
        guard authoritiesFile != nil || fork_curl_knows_authorities_file() != 0 else { return }
        // The system's folder must not add authorities to a given file. The system's own file has the same authorities
        // as the folder, and with a folder, libcurl would parse the file for each new connection.
        unsafe fork_curl_set_pointer(pointer, CURLOPT_CAPATH, nil)
    }

    /// Returns the reason of a failed transfer, in the words of the system, or else of TLS or libcurl.
    func reason(of code: CURLcode) -> FailureReason? {
        let systemError = unsafe fork_curl_system_error(pointer)
        // libcurl's text about a failed connection lacks the system's reason, for example that the connection was
        // refused.
        if code == CURLE_COULDNT_CONNECT, systemError != 0 {
            return FailureReason(unsafe String(cString: strerror(Int32(systemError))))
        }
        let words = unsafe message.baseAddress.map { unsafe String(cString: $0) } ?? ""
        return FailureReason(words) ?? FailureReason(unsafe String(cString: curl_easy_strerror(code)))
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe message.deallocate()
        unsafe curl_slist_free_all(addresses)
    }
}

extension IPAddress {
    /// The address in the form of libcurl's lists.
    fileprivate var bracketed: String {
        switch self {
        case .v4: description
        case .v6: "[\(description)]"
        }
    }
}
