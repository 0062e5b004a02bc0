package import Kafka

/// Checks whether this version of librdkafka lacks features that the brokers or the properties need.
package struct LibraryCheck: Sendable {
    private let version: LibraryVersion
    private let releases: [KafkaRelease]
    private let properties: [(name: String, value: String)]

    /// `releases` are the releases of the brokers, as far as they are known.
    package init(
        _ version: LibraryVersion,
        releases: [KafkaRelease],
        properties: [(name: String, value: String)]
    ) {
        self.version = version
        self.releases = releases
        self.properties = properties
    }

    /// A diagnosis for the library, and one for each limitation that concerns this cluster.
    package var diagnoses: [Diagnosis] {
        let name = "librdkafka \(version)"
        let lacks = LibraryFeature.allCases.filter { !version.has($0) }.map(\.summary)
        let own = Diagnosis(
            .library,
            name,
            .ok,
            lacks.isEmpty ? "has all features that workers use" : "lacks \(lacks.joined(separator: "; "))"
        )
        return [own] + [scram(name), kerberos(name)].compactMap { $0 }
    }

    /// The SASL mechanism of the clients; nil without SASL.
    private var mechanism: String? {
        func value(_ names: Set<String>) -> String? { properties.last { names.contains($0.name) }?.value.uppercased() }
        guard value(["security.protocol"])?.hasPrefix("SASL") == true else { return nil }
        return value(["sasl.mechanism", "sasl.mechanisms"]) ?? "GSSAPI"
    }

    private func scram(_ name: String) -> Diagnosis? {
        guard let mechanism, mechanism.hasPrefix("SCRAM"), !version.has(.scramOnNewBrokers) else { return nil }
        let advice =
            "Run with librdkafka \(LibraryFeature.scramOnNewBrokers.since) or later, or log in with PLAIN over TLS, "
            + "OAUTHBEARER or a certificate."
        if releases.contains(where: { $0 >= KafkaRelease(4, 0) }) {
            return Diagnosis(
                .library,
                name,
                .failed,
                "cannot log in with \(mechanism) to Apache Kafka 4.x",
                advice: advice
            )
        }
        // A broker that rejects the login does not report its release.
        let isUnknown = releases.isEmpty || releases.contains(KafkaRelease(3, 8))
        return isUnknown
            ? Diagnosis(.library, name, .warning, "cannot log in with \(mechanism) to 3.8.0 and 4.x", advice: advice)
            : nil
    }

    private func kerberos(_ name: String) -> Diagnosis? {
        guard mechanism == "GSSAPI", version < LibraryVersion(2, 11, 0), releases.contains(where: \.refusesOldJoins)
        else {
            return nil
        }
        return Diagnosis(
            .library,
            name,
            .failed,
            "cannot log in with GSSAPI to Apache Kafka 4.0.0",
            advice: "Run with librdkafka 2.11 or later, or brokers of 4.0.1 or later."
        )
    }
}
