import CCurl
import Webhooks

/// A running request.
///
/// A request is first tried on a reused connection. If there is none, or if the connection breaks before an answer, the
/// host name is looked up, and a new connection is made to one of its addresses. libcurl calls the methods of a
/// transfer on the client's thread.
final class Transfer {
    /// The connections that may be used.
    enum Route {
        /// An idle connection that an earlier request has left.
        case kept
        /// No connection, until the addresses of the host are known.
        case resolving
        /// A new connection to one of these addresses, which are allowed.
        case new([IPAddress])
    }

    /// The longest time of a request: a day.
    static let timeoutMillisecondsMax: Int64 = 86_400_000

    let id: UInt64
    let callback: CallbackAddress
    let submittedMilliseconds: Int64
    /// The monotonic time by which the request must have ended.
    let deadlineMilliseconds: Int64
    /// The monotonic time by which a new connection must be made.
    private(set) var connectDeadlineMilliseconds: Int64
    var route = Route.kept
    /// The handle, while libcurl works on the request.
    var handle: EasyHandle?
    let payload: Payload
    private let rules: CallbackRules
    private let connectTimeoutMilliseconds: Int64
    private var head = AnswerHead()
    /// The number of connections of this route on which libcurl was ready to send the request.
    private var sendCount = 0
    private var needsAddresses = false
    private var isRefused = false

    init(_ request: PostRequest, _ rules: CallbackRules, at now: Int64) {
        id = request.id
        callback = request.callback
        submittedMilliseconds = now
        let timeout = max(0, min(request.timeoutMilliseconds, Self.timeoutMillisecondsMax))
        connectTimeoutMilliseconds = max(0, min(request.connectTimeoutMilliseconds, timeout))
        connectDeadlineMilliseconds = now + connectTimeoutMilliseconds
        deadlineMilliseconds = now + timeout
        payload = Payload(headers: request.headers, body: request.body)
        self.rules = rules
    }

    /// Chooses a route, and drops the answer that the previous route has received so far.
    func turn(to route: Route) {
        self.route = route
        head = AnswerHead()
        sendCount = 0
        needsAddresses = false
    }

    /// Starts the connect timeout of a new connection now.
    ///
    /// A reused connection may have broken long after the request was submitted.
    func beginConnecting(at now: Int64) {
        connectDeadlineMilliseconds = min(now + connectTimeoutMilliseconds, deadlineMilliseconds)
    }

    /// Whether the request must be repeated on a new connection.
    func needsNewConnection(after code: CURLcode) -> Bool {
        guard case .kept = route, !isRefused else { return false }
        return needsAddresses || (code.isOfDeadConnection && sendCount == 1 && head.byteCount == 0)
    }

    /// Returns the final result of a request: an answer, or the kind of failure.
    func ending(after code: CURLcode, nowSeconds: Int64) -> PostResult.Ending {
        if isRefused { return .failure(.address) }
        // The time limit is for the whole answer. So a slow answer is a timeout, whatever part of it has arrived.
        if code == CURLE_OPERATION_TIMEDOUT { return .failure(.timeout) }
        if code.isOfLongLine { _ = head.take(byteCount: AnswerHead.answerBytesMax) }
        if let answer = head.answer(nowSeconds: nowSeconds) { return .answer(answer) }
        return .failure(code == CURLE_OK ? .connect : code.outcome)
    }

    func mayOpenSocket(to address: IPAddress?) -> Bool {
        guard case .new(let addresses) = route else {
            needsAddresses = true
            return false
        }
        // libcurl may want another connection after a refused stream, perhaps with addresses of another lookup.
        guard sendCount == 0 else { return false }
        guard let address, addresses.contains(address), rules.accepts([address], of: callback) else {
            isRefused = true
            return false
        }
        return true
    }

    /// Whether the request may be sent on a connection, judged by the address of the connection's peer.
    func maySend(to peer: IPAddress?) -> Bool {
        guard let peer, rules.accepts([peer], of: callback) else {
            isRefused = true
            return false
        }
        sendCount += 1
        // If a kept connection has died, libcurl tries other kept connections by itself, more than once.
        guard sendCount == 1 else {
            if case .kept = route { needsAddresses = true }
            return false
        }
        return true
    }

    func takes(line: [UInt8]) -> Bool { head.take(line: line) }

    func takes(byteCount: Int) -> Bool { head.take(byteCount: byteCount) }
}
