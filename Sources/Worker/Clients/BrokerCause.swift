package import Kafka

/// The reason why an address does not answer, recognized by librdkafka's error code and text.
package enum BrokerCause: String, Sendable {
    case silence = "no answer"
    case name = "the name does not resolve"
    case refusal = "the connection is refused"
    case noTLS = "the listener does not use TLS"
    case otherProtocol = "the listener closes the connection: it expects TLS or a log-in, or is not Kafka"
    case certificate = "the certificate cannot be verified"
    case login = "the log-in failed"
    case connection = "the connection failed"

    package init(_ code: ErrorCode, _ words: Substring, wasConnected: Bool) {
        func says(_ texts: String...) -> Bool { texts.contains { words.contains($0) } }
        self =
            switch code {
            case .authentication: .login
            case _ where says("PLAINTEXT broker listener", "wrong version number"): .noTLS
            // A listener without TLS reads the handshake as a request that is too long, and closes the connection. If
            // the connection closes at once, the error text of librdkafka does not mention the handshake.
            case _ where !wasConnected && says("SSL routines") && says("unexpected eof"): .noTLS
            case _ where says("certificate"): .certificate
            case _ where says("SSL listener", "incorrect security.protocol"): .otherProtocol
            case _ where says("Failed to resolve"): .name
            case _ where says("authentication"): .login
            case _ where says("Connection refused"): .refusal
            case _ where says("timed out"): .silence
            default: .connection
            }
    }

    /// Returns the advice for the operator.
    func advice(isAdvertised: Bool) -> String {
        switch self {
        case .certificate: "Set --kafka ssl.ca.location to the certificate file of the authority that signed it."
        case .login: "Check user, password and mechanism (--kafka sasl.username, sasl.password, sasl.mechanisms)."
        case .noTLS: "Set --kafka security.protocol to PLAINTEXT or SASL_PLAINTEXT, or name a listener with TLS."
        case .otherProtocol: "Set --kafka security.protocol to that of the listener, such as SSL or SASL_SSL."
        case .silence, .name, .refusal, .connection:
            isAdvertised
                ? "The brokers advertise this address (advertised.listeners): it must lead to the broker from here, too."
                : "Check --bootstrap-servers, that the broker runs, and the network."
        }
    }
}
