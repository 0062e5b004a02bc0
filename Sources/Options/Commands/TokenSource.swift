/// The source of login tokens.
package enum TokenSource: Sendable, Equatable {
    /// A program and its arguments.
    case command([String])
    case file(String)
}

extension Values {
    /// Returns the source of login tokens; nil if clients do not log in with tokens.
    func tokenSource() throws(Fault) -> TokenSource? {
        let command = try optional(Options.tokenCommand)
        let file = try optional(Options.tokenFile)
        switch (command, file) {
        case (nil, nil): return nil
        case (let words?, nil): return .command(words)
        case (nil, let path?): return .file(path)
        case (.some, .some):
            throw Fault(.argument("--kafka-token-command"), "cannot be combined with --kafka-token-file")
        }
    }

    /// Returns the librdkafka properties with those that token login needs; of one name, the last value counts.
    func kafkaProperties() throws(Fault) -> [KafkaProperty] {
        var properties: [KafkaProperty] = try all(Options.kafka).reduce(into: []) { properties, property in
            properties.removeAll { $0.name == property.name }
            properties.append(property)
        }
        guard try tokenSource() != nil else { return properties }
        func given(_ names: String...) -> KafkaProperty? { properties.first { names.contains($0.name) } }
        if let mechanism = given("sasl.mechanisms", "sasl.mechanism") {
            guard mechanism.value.uppercased() == "OAUTHBEARER" else {
                throw Self.contradiction(mechanism, "OAUTHBEARER")
            }
        } else {
            properties.append(KafkaProperty(name: "sasl.mechanisms", value: "OAUTHBEARER"))
        }
        if let named = given("security.protocol") {
            guard named.value.uppercased().hasPrefix("SASL_") else { throw Self.contradiction(named, "SASL_SSL") }
        } else {
            properties.append(KafkaProperty(name: "security.protocol", value: "SASL_SSL"))
        }
        if let other = given("enable.sasl.oauthbearer.unsecure.jwt", "sasl.oauthbearer.method") {
            let reason = "cannot be combined with --kafka-token-command or --kafka-token-file"
            throw Fault(.argument("--kafka"), shown: other.description, reason)
        }
        return properties
    }

    private static func contradiction(_ property: KafkaProperty, _ wanted: String) -> Fault {
        let reason = "login with tokens needs \(wanted): omit this property, or the token option"
        return Fault(.argument("--kafka"), shown: property.description, reason)
    }
}
