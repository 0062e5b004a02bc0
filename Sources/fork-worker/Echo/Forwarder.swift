import Requests
import Serving
import Synchronization
import System
import Webhooks

/// Passes requests on to a server of this machine, one after the other.
final class Forwarder: Sendable {
    /// The default time limit of a dispatcher.
    private static let timeoutMilliseconds: Int64 = 30_000

    private let address: CallbackAddress
    private let client: PostClient
    private let rings = WakeupEvent()
    private let lastID = Mutex<UInt64>(0)

    init(to address: CallbackAddress) throws(PostClientError) {
        self.address = address
        client = try PostClient(PostOptions(rules: CallbackRules(allowsLoopback: true)))
        let rings = rings
        client.onResults { rings.ring() }
    }

    /// Passes a request on, and returns the status and the headers of the answer; 502 if there is no answer.
    func answer(_ request: HTTPRequest) -> Page {
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        let isTaken = client.submit(
            PostRequest(
                id: id,
                callback: address,
                headers: WebhookServer.headers.compactMap { name in
                    request[name].map { DeliveryHeader(name, String(decoding: $0, as: UTF8.self)) }
                },
                body: request.body,
                connectTimeoutMilliseconds: Self.timeoutMilliseconds,
                timeoutMilliseconds: Self.timeoutMilliseconds
            )
        )
        guard isTaken else { return Page(status: 503, body: "too many requests at once\n") }
        while true {
            if let result = client.takeResults().first { return Self.page(result, address) }
            rings.wait(milliseconds: 1_000)
        }
    }

    private static func page(_ result: PostResult, _ address: CallbackAddress) -> Page {
        guard case .answer(let answer) = result.ending else {
            let reason = result.reason.map { ": \($0)" } ?? ""
            return Page(status: 502, body: "no answer from \(address.hostAndPort)\(reason)\n")
        }
        var page = Page(status: UInt32(clamping: answer.status), body: "")
        if let seconds = answer.retryAfterSeconds { page.headers.append(.init("retry-after", "\(seconds)")) }
        if let order = answer.order { page.headers.append(.init("webhook-delivery", order.rawValue)) }
        return page
    }
}
