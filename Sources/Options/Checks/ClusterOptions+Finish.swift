extension ClusterOptions {
    /// Adds the properties that token login needs, and keeps only the last value of each property.
    mutating func finish() throws(Fault) {
        kafka = kafka.reduce(into: []) { properties, property in
            properties.removeAll { $0.name == property.name }
            properties.append(property)
        }
        if tokenCommand != nil, tokenFile != nil {
            throw Fault(.argument("--kafka-token-command"), "cannot be combined with --kafka-token-file")
        }
        guard tokenCommand != nil || tokenFile != nil else { return }
        func given(_ names: String...) -> KafkaProperty? { kafka.first { names.contains($0.name) } }
        if let mechanism = given("sasl.mechanisms", "sasl.mechanism") {
            guard mechanism.value.uppercased() == "OAUTHBEARER" else {
                throw Self.contradiction(mechanism, "OAUTHBEARER")
            }
        } else {
            kafka.append(KafkaProperty(name: "sasl.mechanisms", value: "OAUTHBEARER"))
        }
        if let named = given("security.protocol") {
            guard named.value.uppercased().hasPrefix("SASL_") else { throw Self.contradiction(named, "SASL_SSL") }
        } else {
            kafka.append(KafkaProperty(name: "security.protocol", value: "SASL_SSL"))
        }
        if let other = given("enable.sasl.oauthbearer.unsecure.jwt", "sasl.oauthbearer.method") {
            let reason = "cannot be combined with --kafka-token-command or --kafka-token-file"
            throw Fault(.argument("--kafka"), shown: other.description, reason)
        }
    }

    private static func contradiction(_ property: KafkaProperty, _ wanted: String) -> Fault {
        let reason = "login with tokens needs \(wanted): omit this property, or the token option"
        return Fault(.argument("--kafka"), shown: property.description, reason)
    }
}
