/// The answer of the broker at one address, from a client that knows no other address.
package struct BrokerAnswer: Equatable, Sendable {
    package let address: String
    /// Whether the address comes from `--bootstrap-servers`; if false, a broker has advertised it.
    package let isBootstrap: Bool
    /// Whether the broker answered a metadata request after the login.
    package let hasAnswered: Bool
    /// The supported version ranges by API key, as far as the broker reported them.
    package let requests: [Int: ClosedRange<Int>]
    /// The last connection error.
    package let complaint: String?

    package init(
        _ address: String,
        isBootstrap: Bool,
        hasAnswered: Bool,
        requests: [Int: ClosedRange<Int>],
        complaint: String? = nil
    ) {
        self.address = address
        self.isBootstrap = isBootstrap
        self.hasAnswered = hasAnswered
        self.requests = requests
        self.complaint = complaint
    }

    /// The Apache Kafka release that supports these requests; nil if the broker reported none.
    package var release: KafkaRelease? { requests.isEmpty ? nil : KafkaRelease(requests: requests) }

    /// Parses an API version range from a librdkafka log line such as `ApiKey Fetch (1) Versions 4..17`.
    package static func request(in line: String) -> (number: Int, versions: ClosedRange<Int>)? {
        guard let match = line.firstMatch(of: /ApiKey [^ ]+ \(([0-9]{1,4})\) Versions ([0-9]{1,4})\.\.([0-9]{1,4})/),
            let number = Int(match.1), let least = Int(match.2), let most = Int(match.3), least <= most
        else { return nil }
        return (number, least...most)
    }
}

/// A release of Apache Kafka.
///
/// If several releases support the same requests, this is the oldest of them.
package struct KafkaRelease: Equatable, Comparable, Sendable, CustomStringConvertible {
    let major: Int
    let minor: Int
    /// Whether the broker rejects the oldest versions of JoinGroup; only Kafka 4.0.0 does.
    package let refusesOldJoins: Bool

    /// The oldest release whose transactions check the membership of the group.
    static let oldest = KafkaRelease(2, 5)

    init(_ major: Int, _ minor: Int, refusesOldJoins: Bool = false) {
        self.major = major
        self.minor = minor
        self.refusesOldJoins = refusesOldJoins
    }

    /// For each release, from newest to oldest, an API key and a version of it that no earlier release supports.
    private static let firsts: [(release: (Int, Int), request: Int, version: Int)] = [
        ((4, 1), 1, 18), ((4, 0), 0, 12), ((3, 9), 1, 17), ((3, 8), 0, 11), ((3, 7), 0, 10), ((3, 5), 1, 15),
        ((3, 2), 11, 9), ((3, 1), 1, 13), ((2, 8), 0, 9), ((2, 7), 1, 12), ((2, 5), 11, 7),
    ]

    /// Finds the newest release in the table whose new request version is supported.
    package init(requests: [Int: ClosedRange<Int>]) {
        let first = Self.firsts.first { (requests[$0.request]?.upperBound ?? 0) >= $0.version }
        let (major, minor) = first?.release ?? (0, 0)
        self.init(major, minor, refusesOldJoins: major >= 4 && (requests[11]?.lowerBound ?? 0) > 0)
    }

    package static func < (left: KafkaRelease, right: KafkaRelease) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The version, such as `3.9`, or a text for releases that are older than the table.
    package var description: String { major == 0 ? "older than 2.5" : "\(major).\(minor)" }
}

extension BrokerAnswer {
    /// Diagnoses for each bootstrap or advertised address: whether a broker answers there.
    package static func diagnoses(_ answers: [BrokerAnswer]) -> [Diagnosis] {
        let isAnyReached = answers.contains { $0.isBootstrap && $0.hasAnswered }
        return answers.map { answer in
            if answer.hasAnswered { return answer.reached }
            let complaint = answer.complaint.map { ": \($0)" } ?? ""
            let advice =
                !answer.isBootstrap
                ? "The brokers advertise this address to their clients (advertised.listeners): it must be reachable from "
                    + "this machine too."
                : isAnyReached
                    ? "Other brokers have answered, so workers can start: restart this broker, or remove it from "
                        + "--bootstrap-servers."
                    : "Check --bootstrap-servers, the network and, for TLS and login, --kafka."
            let verdict: Diagnosis.Verdict = answer.isBootstrap && isAnyReached ? .warning : .failed
            return Diagnosis(.broker, answer.address, verdict, "no answer\(complaint)", advice: advice)
        }
    }

    private var reached: Diagnosis {
        guard let release else { return Diagnosis(.broker, address, .ok, "answers, but did not report its release") }
        guard release >= .oldest else {
            let found = "answers; its API versions are those of a release \(release)"
            let advice =
                "Workers need Apache Kafka 2.5 or later: transactions of older brokers do not check group members."
            return Diagnosis(.broker, address, .failed, found, advice: advice)
        }
        return Diagnosis(.broker, address, .ok, "answers; its API versions are those of Apache Kafka \(release)")
    }
}
