import Dispatching
import Operations
import Options
import Requests
import Vocabulary
import Webhooks
import Worker

/// Sends one signed webhook, and waits for its result.
enum WebhookPost {
    /// Returns the id of a new webhook.
    static var newID: String {
        "\(UUID128.v5(name: (0..<16).map { _ in UInt8.random(in: 0...255) }))"
    }

    /// Sends a webhook with the address rules and time limits of `dispatch`.
    ///
    /// - Returns: The result; nil after a signal.
    /// - Throws: If nothing can be sent.
    static func send(
        _ webhook: SingleWebhook,
        to url: [UInt8],
        _ secrets: SecretsFile,
        _ options: Options,
        at now: Int64,
        _ signals: StopSignals
    ) throws(StartError) -> SentWebhook? {
        let timestamp = Array("\(now / 1_000)".utf8)
        let message = SignedMessage(id: Array(webhook.id.utf8), timestamp: timestamp, body: webhook.body)
        let inForce = secrets.secrets(app: webhook.appID, connection: webhook.connection)
        guard let signature = Signer.signature(of: message, by: inForce) else {
            throw StartError("there is no secret for \(webhook.connection.string), its app, or by default")
        }
        let address: CallbackAddress
        do throws(CallbackFault) {
            address = try CallbackAddress(url, options.dispatch.callbacks)
        } catch {
            throw StartError(error.sentence)
        }
        let client: PostClient
        do throws(PostClientError) {
            let rules = options.dispatch.callbacks
            client = try PostClient(PostOptions(rules: rules, authoritiesFile: options.authoritiesFile))
        } catch {
            throw StartError(error.description)
        }
        _ = client.submit(
            PostRequest(
                id: 1,
                callback: address,
                headers: message.headers(
                    signature: signature,
                    version: options.dispatch.version,
                    traceparent: nil
                ),
                body: webhook.body,
                connectTimeoutMilliseconds: options.dispatch.connectMilliseconds,
                timeoutMilliseconds: options.dispatch.requestMilliseconds
            )
        )
        while true {
            if let result = client.takeResults().first { return SentWebhook(result) }
            if signals.wait(milliseconds: 5) != nil { return nil }
        }
    }
}
