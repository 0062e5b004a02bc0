package import Kafka

/// The broker addresses to which a worker connects at its start, each with the reason why it has not answered.
///
/// While no broker answers, each address is logged at once, again for each new cause, and then once a minute.
package struct BrokerContacts {
    /// An address that has not answered.
    package struct Contact: Equatable, Sendable {
        package let address: String
        /// Whether a broker advertises the address; false for an address of `--bootstrap-servers`.
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

    private static let pauseMilliseconds: Int64 = 60_000

    private let bootstrap: [String]
    /// The addresses that brokers advertise; empty if none has answered.
    private var advertised: [String] = []
    private var complaints: [String: BrokerComplaint] = [:]
    private var said: [String: (causes: Set<BrokerCause>, time: Int64)] = [:]

    /// Parses the addresses of `--bootstrap-servers`.
    package init(bootstrapServers: String) {
        bootstrap = bootstrapServers.split(separator: ",").map { text in
            let address = BrokerComplaint.withoutProtocol(String(text.filter { !$0.isWhitespace }))
            // The default port of librdkafka.
            let hasPort = address.last != "]" && address.contains(":")
            return hasPort ? address : "\(address):9092"
        }
    }

    /// Stores a connection error by its address; other errors are ignored.
    package mutating func note(_ error: KafkaError) {
        if let complaint = BrokerComplaint(error) { complaints[complaint.address] = complaint }
    }

    /// Stores the addresses that brokers advertise, which clients must then reach.
    package mutating func noteAdvertised(_ addresses: [String]) {
        // The list is empty if the broker does not answer, so an earlier list is kept.
        if !addresses.isEmpty { advertised = addresses }
    }

    /// The addresses that have not answered.
    package var silent: [Contact] {
        let known = advertised.isEmpty ? bootstrap : advertised
        let told = complaints.filter { $0.value.broker != nil && !known.contains($0.key) }.map(\.key)
        return (known + told.sorted()).map { address in
            let complaint = complaints[address]
            return Contact(
                address: address,
                isAdvertised: complaint.map { $0.broker != nil } ?? !advertised.isEmpty,
                cause: complaint?.cause ?? .silence,
                words: complaint?.words
            )
        }
    }

    /// Returns the addresses that must be logged now; `now` is a monotonic time.
    package mutating func due(at now: Int64) -> [Contact] {
        silent.filter { contact in
            let earlier = said[contact.address]
            let isNew = !(earlier?.causes.contains(contact.cause) ?? false)
            guard isNew || now - (earlier?.time ?? now) >= Self.pauseMilliseconds else { return false }
            said[contact.address] = ((earlier?.causes ?? []).union([contact.cause]), now)
            return true
        }
    }
}
