package import Webhooks

/// The options of a client.
package struct PostOptions: Sendable {
    /// The addresses that may be connected to.
    package var rules: CallbackRules
    /// The largest number of requests that are running, or whose results are not taken yet.
    package var requestsMax: Int
    /// The file of the certificate authorities in PEM form; nil uses the system's.
    package var authoritiesFile: String?
    /// The largest number of idle connections that are kept for later requests.
    package var idleConnectionsMax: Int

    package init(
        rules: CallbackRules,
        requestsMax: Int = 256,
        authoritiesFile: String? = nil,
        idleConnectionsMax: Int = 256
    ) {
        self.rules = rules
        self.requestsMax = requestsMax
        self.authoritiesFile = authoritiesFile
        self.idleConnectionsMax = idleConnectionsMax
    }
}

/// The reason why a client cannot start, with advice.
package struct PostClientError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
