/// What one address came to that was asked as if there were no other.
package struct BrokerAnswer: Equatable, Sendable {
    package let address: String
    /// The workers are told this address; else brokers tell it of one of them.
    package let isBootstrap: Bool
    /// Whether it answered a question about the cluster, after any log-in.
    package let hasAnswered: Bool
    /// The requests that it takes, by their numbers, as far as it has told them.
    package let requests: [Int: ClosedRange<Int>]
    /// What the connection met last.
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

    /// The release of Apache Kafka whose requests these are; nil where it has told none.
    package var release: KafkaRelease? { requests.isEmpty ? nil : KafkaRelease(requests: requests) }

    /// What one of librdkafka's log lines says of requests, such as `ApiKey Fetch (1) Versions 4..17`.
    package static func request(in line: String) -> (number: Int, versions: ClosedRange<Int>)? {
        guard let match = line.firstMatch(of: /ApiKey [^ ]+ \(([0-9]{1,4})\) Versions ([0-9]{1,4})\.\.([0-9]{1,4})/),
            let number = Int(match.1), let least = Int(match.2), let most = Int(match.3), least <= most
        else { return nil }
        return (number, least...most)
    }
}

/// A release of Apache Kafka, or the first of those that can't be told apart.
package struct KafkaRelease: Equatable, Comparable, Sendable, CustomStringConvertible {
    let major: Int
    let minor: Int
    /// Its brokers do not take the oldest requests to join a group, as 4.0.0 alone.
    package let refusesOldJoins: Bool

    /// The oldest whose transactions keep a group's members apart.
    static let oldest = KafkaRelease(2, 5)

    init(_ major: Int, _ minor: Int, refusesOldJoins: Bool = false) {
        self.major = major
        self.minor = minor
        self.refusesOldJoins = refusesOldJoins
    }

    /// From newest to oldest: the request, and the version of it that the release was the first to take.
    private static let firsts: [(release: (Int, Int), request: Int, version: Int)] = [
        ((4, 1), 1, 18), ((4, 0), 0, 12), ((3, 9), 1, 17), ((3, 8), 0, 11), ((3, 7), 0, 10), ((3, 5), 1, 15),
        ((3, 2), 11, 9), ((3, 1), 1, 13), ((2, 8), 0, 9), ((2, 7), 1, 12), ((2, 5), 11, 7),
    ]

    /// The newest whose requests are all taken.
    package init(requests: [Int: ClosedRange<Int>]) {
        let first = Self.firsts.first { (requests[$0.request]?.upperBound ?? 0) >= $0.version }
        let (major, minor) = first?.release ?? (0, 0)
        self.init(major, minor, refusesOldJoins: major >= 4 && (requests[11]?.lowerBound ?? 0) > 0)
    }

    package static func < (left: KafkaRelease, right: KafkaRelease) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// Such as `3.9`, or what is known of one that is older than all of the table.
    package var description: String { major == 0 ? "older than 2.5" : "\(major).\(minor)" }
}

extension BrokerAnswer {
    /// Whether an address that workers are told, or brokers tell, leads to a broker.
    package static func diagnoses(_ answers: [BrokerAnswer]) -> [Diagnosis] {
        let isAnyReached = answers.contains { $0.isBootstrap && $0.hasAnswered }
        return answers.map { answer in
            if answer.hasAnswered { return answer.reached }
            let complaint = answer.complaint.map { ": \($0)" } ?? ""
            let message = "no answer\(complaint)"
            guard answer.isBootstrap else {
                return Diagnosis(
                    .broker,
                    answer.address,
                    .failed,
                    message,
                    advice: "The brokers tell their clients this address (advertised.listeners): it must lead to the "
                        + "broker from here, too."
                )
            }
            guard isAnyReached else {
                return Diagnosis(
                    .broker,
                    answer.address,
                    .failed,
                    message,
                    advice: "Check --bootstrap-servers, the network and, for TLS and log-in, --kafka."
                )
            }
            return Diagnosis(
                .broker,
                answer.address,
                .warning,
                message,
                advice: "Others have answered, so workers start all the same: bring it back, or take it out of "
                    + "--bootstrap-servers."
            )
        }
    }

    private var reached: Diagnosis {
        guard let release else { return Diagnosis(.broker, address, .ok, "answers, and has not told its release") }
        guard release >= .oldest else {
            return Diagnosis(
                .broker,
                address,
                .failed,
                "answers; its requests are those of a release \(release)",
                advice: "Workers need Apache Kafka 2.5 or later: before, transactions do not know a group's members."
            )
        }
        return Diagnosis(.broker, address, .ok, "answers; its requests are those of Apache Kafka \(release)")
    }
}
