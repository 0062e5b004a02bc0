import Kafka

/// Requests metadata from each broker address, with a client that knows no other address.
struct BrokerProbe {
    /// The time limit for the metadata requests to all brokers of one kind (bootstrap or advertised).
    private static let timeout = Duration.seconds(10)
    private static let leastMilliseconds: Int32 = 300
    /// The largest number of requests to one broker, even if each fails at once.
    private static let rounds = 6
    /// The largest number of addresses of one kind that are probed.
    private static let most = 100

    let cluster: Cluster

    /// The results of all clients.
    struct Findings {
        var answers: [BrokerAnswer] = []
        /// The certificates that brokers presented, by address.
        var certificates: [(address: String, certificate: Certificate)] = []
        /// The cluster metadata of the first broker that answered; nil if none did.
        var view: ClusterView?
    }

    func run() throws(OperationError) -> Findings {
        var findings = Findings()
        let bootstrap = cluster.bootstrapServers.split(separator: ",").map { address in
            String(address.filter { !$0.isWhitespace })
        }
        try ask(bootstrap, isBootstrap: true, &findings)
        let told = findings.view?.brokers.map(\.address).filter { !bootstrap.contains($0) } ?? []
        try ask(told.sorted(), isBootstrap: false, &findings)
        return findings
    }

    private func ask(_ addresses: [String], isBootstrap: Bool, _ findings: inout Findings) throws(OperationError) {
        var probes: [AddressProbe] = []
        for address in addresses.prefix(Self.most) {
            let probe = AddressProbe(address)
            try probe.connect(cluster)
            probes.append(probe)
        }
        // Timeouts are short at first and grow each round, so that a dead broker does not delay the other brokers.
        let deadline = ContinuousClock.now + Self.timeout
        for round in 0..<Self.rounds {
            for probe in probes where !probe.hasAnswered {
                let left = Int32(max(0, (deadline - .now) / .milliseconds(1)))
                let milliseconds = max(Self.leastMilliseconds, min(Self.leastMilliseconds << Int32(round), left))
                let view = probe.ask(timeoutMilliseconds: milliseconds)
                findings.view = findings.view ?? view
            }
            if probes.allSatisfy(\.hasAnswered) || ContinuousClock.now >= deadline { break }
        }
        for probe in probes {
            findings.answers.append(probe.answer(isBootstrap: isBootstrap))
            findings.certificates += probe.certificates.map { (probe.address, $0) }
        }
    }

    /// A client for one address, with the events that it reported.
    private final class AddressProbe {
        let address: String
        private let log = CertificateLog()
        private var client: Client?
        private(set) var hasAnswered = false
        private var requests: [Int: ClosedRange<Int>] = [:]
        private var complaint: String?

        init(_ address: String) { self.address = address }

        func connect(_ cluster: Cluster) throws(OperationError) {
            var configuration = cluster.admin
            configuration["bootstrap.servers"] = address
            configuration.certificates = log
            // librdkafka reports the supported requests of a broker only in its debug log.
            configuration["debug"] = "feature"
            let admin = try OperationError.of { () throws(KafkaError) in
                try Admin(configuration) { [weak self] event in self?.hear(event) }
            }
            client = Client(admin)
        }

        private func hear(_ event: ClientEvent) {
            switch event {
            case .log(let line):
                guard line.text.contains(address), let request = BrokerAnswer.request(in: line.text) else { return }
                requests[request.number] = request.versions
            case .notice(let error) where error.code != .allBrokersDown: complaint = error.reason
            default: break
            }
        }

        func ask(timeoutMilliseconds: Int32) -> ClusterView? {
            guard let client else { return nil }
            let view = try? client.admin.view(timeoutMilliseconds: timeoutMilliseconds)
            // Events of the client are delivered only while it is polled.
            for _ in 0..<200 { client.admin.poll(timeoutMilliseconds: 0) }
            hasAnswered = view != nil
            return view
        }

        func answer(isBootstrap: Bool) -> BrokerAnswer {
            BrokerAnswer(
                address,
                isBootstrap: isBootstrap,
                hasAnswered: hasAnswered,
                requests: requests,
                complaint: complaint
            )
        }

        /// The certificates of the brokers themselves without their issuers, each once.
        var certificates: [Certificate] {
            log.shown.filter { $0.depth == 0 }.compactMap { Certificate(der: $0.bytes) }
                .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// Boxes an `Admin`, because an array cannot contain a type that is not copyable.
    private final class Client {
        let admin: Admin

        init(_ admin: consuming Admin) { self.admin = admin }
    }
}
