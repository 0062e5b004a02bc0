import Dispatching
import Observation
import Requests
import Webhooks

/// Sending deliveries, and taking their results.
extension DeliveryLane {
    /// Starts the requests that are due.
    func begin() {
        guard end == nil, dispatcher.nextBegin <= wall else { return }
        for delivery in dispatcher.begin(at: wall, using: &random) { send(delivery) }
    }

    private static let noSecret = FailureReason("no secret is given for the connection, its app, or by default")

    private func send(_ delivery: Delivery) {
        let job = delivery.job
        let now = wall
        let body = job.body(sequence: delivery.sequence, isThin: delivery.isThin)
        let message = SignedMessage(id: job.id, timestamp: Array("\(now / 1_000)".utf8), body: body)
        let secrets = secrets.secrets(app: job.appID, connection: job.connection)
        guard let signature = Signer.signature(of: message, by: secrets) else {
            return dispatcher.answered(delivery.id, .failure(.secret, Self.noSecret), at: now, using: &random)
        }
        let request = PostRequest(
            id: delivery.id.number,
            callback: delivery.address,
            headers: message.headers(
                signature: signature,
                version: options.dispatch.version,
                traceparent: delivery.traceparent
            ),
            body: body,
            connectTimeoutMilliseconds: options.dispatch.connectMilliseconds,
            timeoutMilliseconds: options.dispatch.requestMilliseconds
        )
        if client.submit(request) { return }
        // Unexpected, because the client accepts as many requests as the dispatcher can begin.
        dispatcher.answered(delivery.id, .failure(.connect), at: now, using: &random)
    }

    /// Passes the results of ended requests to the dispatcher.
    func takeResults() {
        for result in client.takeResults() {
            observer.requestEnded(seconds: Double(result.durationMilliseconds) / 1_000)
            dispatcher.answered(Delivery.ID(number: result.id), DeliveryResult(result), at: wall, using: &random)
        }
    }
}

extension DeliveryResult {
    init(_ result: PostResult) {
        switch result.ending {
        case .answer(let answer): self = .answer(answer)
        case .failure(let outcome): self = .failure(outcome, result.reason)
        }
    }
}
