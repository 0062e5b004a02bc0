package import Kafka

/// The broker addresses that a worker tries at its start, each with the reason why it has not answered.
///
/// Decides what is logged while no broker answers: a line for each address at once, a line for each new cause, and then
/// one line per minute.
package struct BrokerContacts {
    /// An address that has not answered.
    package struct Contact: Equatable, Sendable {
        package let address: String
        /// Whether a broker advertises the address.
        ///
        /// Otherwise it comes from `--bootstrap-servers`.
        package let isAdvertised: Bool
        package let cause: BrokerCause
        /// The error text of librdkafka, or nil if there is none yet.
        package let words: String?

        /// The address and the reason in one line.
        package var sentence: String {
            let advertised = isAdvertised ? " (advertised by the brokers)" : ""
            return "\(address)\(advertised): \(reason)"
        }

        /// The cause and the error text of librdkafka.
        package var reason: String { cause.rawValue + (words.map { ": \($0)" } ?? "") }

        package var advice: String { cause.advice(isAdvertised: isAdvertised) }
    }

    private struct Complaint {
        let isAdvertised: Bool
        let cause: BrokerCause
        let words: String
    }

    private static let pauseMilliseconds: Int64 = 60_000

    private let bootstrap: [String]
    /// The addresses that brokers advertise; empty if none has answered.
    private var advertised: [String] = []
    private var complaints: [String: Complaint] = [:]
    private var said: [String: (causes: Set<BrokerCause>, time: Int64)] = [:]

    /// Parses the addresses of `--bootstrap-servers`.
    package init(bootstrapServers: String) {
        bootstrap = bootstrapServers.split(separator: ",").map { text in
            let address = Self.withoutProtocol(String(text.filter { !$0.isWhitespace }))
            // The default port of librdkafka.
            let hasPort = address.last != "]" && address.contains(":")
            return hasPort ? address : "\(address):9092"
        }
    }

    /// Notes a connection error.
    ///
    /// An example is `ssl://kafka-1:9093/bootstrap: Connect to ipv4#10.0.0.1:9093 failed: Connection refused (after 0ms
    /// in state CONNECT)`.
    package mutating func note(_ error: KafkaError) {
        guard let colon = error.reason.firstRange(of: ": ") else { return }
        let place = Self.withoutProtocol(String(error.reason[..<colon.lowerBound]))
        guard let slash = place.lastIndex(of: "/"), place.contains(":") else { return }
        let id = place[place.index(after: slash)...]
        guard id == "bootstrap" || Int32(id) != nil else { return }
        var words = error.reason[colon.upperBound...]
        // Durations and repetition counts differ from line to line, so cut them off.
        if let tail = words.firstRange(of: " (after ") { words = words[..<tail.lowerBound] }
        complaints[String(place[..<slash])] = Complaint(
            isAdvertised: id != "bootstrap",
            cause: BrokerCause(error.code, words),
            words: String(words)
        )
    }

    /// Notes the addresses that brokers advertise, which clients must then reach.
    package mutating func noteAdvertised(_ addresses: [String]) {
        // An empty list proves nothing, because the broker may just not answer.
        if !addresses.isEmpty { advertised = addresses }
    }

    /// The addresses that have not answered.
    package var silent: [Contact] {
        let known = advertised.isEmpty ? bootstrap : advertised
        let told = complaints.filter { $0.value.isAdvertised && !known.contains($0.key) }.map(\.key)
        return (known + told.sorted()).map { address in
            let complaint = complaints[address]
            return Contact(
                address: address,
                isAdvertised: complaint?.isAdvertised ?? !advertised.isEmpty,
                cause: complaint?.cause ?? .silence,
                words: complaint?.words
            )
        }
    }

    /// Returns the addresses to log at this monotonic time.
    package mutating func due(at now: Int64) -> [Contact] {
        silent.filter { contact in
            let earlier = said[contact.address]
            let isNew = !(earlier?.causes.contains(contact.cause) ?? false)
            guard isNew || now - (earlier?.time ?? now) >= Self.pauseMilliseconds else { return false }
            said[contact.address] = ((earlier?.causes ?? []).union([contact.cause]), now)
            return true
        }
    }

    private static func withoutProtocol(_ address: String) -> String {
        address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
    }
}

/// The reasons why an address does not answer, recognized by librdkafka's error codes and texts.
package enum BrokerCause: String, Sendable {
    case silence = "no answer"
    case name = "the name does not resolve"
    case refusal = "the connection is refused"
    case noTLS = "the listener does not use TLS"
    case otherProtocol = "the listener closes the connection: it expects TLS or a log-in, or is not Kafka"
    case certificate = "the certificate cannot be verified"
    case login = "the log-in failed"
    case connection = "the connection failed"

    package init(_ code: ErrorCode, _ words: Substring) {
        func says(_ texts: String...) -> Bool { texts.contains { words.contains($0) } }
        self =
            switch code {
            case .authentication: .login
            case _ where says("PLAINTEXT broker listener", "wrong version number"): .noTLS
            // A listener without TLS takes a handshake for a request that is too long, and closes the connection.
            case _ where says("SSL handshake failed") && says("unexpected eof"): .noTLS
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
