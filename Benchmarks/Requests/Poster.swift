import Requests
import System
import Webhooks

/// Posts deliveries by `PostClient`.
struct Poster {
    private let client: PostClient
    private let wakeup = WakeupEvent()
    private let delivery: Delivery
    private let callback: CallbackAddress
    private let concurrency: Int

    init(_ delivery: Delivery, _ url: String, concurrency: Int) throws {
        let rules = CallbackRules(allowsLoopback: true)
        callback = try CallbackAddress(Array(url.utf8), rules)
        let wakeup = wakeup
        client = try PostClient(PostOptions(rules: rules, requestsMax: concurrency))
        client.onResults { wakeup.ring() }
        self.delivery = delivery
        self.concurrency = concurrency
    }

    /// Posts all deliveries.
    ///
    /// - Returns: The number of deliveries that succeeded.
    func post() -> Int {
        var (begun, ended, delivered) = (0, 0, 0)
        while ended < delivery.count {
            while begun < delivery.count, begun - ended < concurrency, client.submit(request(begun)) { begun += 1 }
            let results = client.takeResults()
            if results.isEmpty { wakeup.wait() }
            ended += results.count
            delivered += results.count { $0.outcome == .delivered }
        }
        return delivered
    }

    private func request(_ number: Int) -> PostRequest {
        PostRequest(
            id: UInt64(number),
            callback: callback,
            headers: delivery.headers,
            body: delivery.body,
            connectTimeoutMilliseconds: 10_000,
            timeoutMilliseconds: 30_000
        )
    }
}
