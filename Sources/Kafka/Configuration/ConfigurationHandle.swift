import CRDKafka
import System

/// Owns an `rd_kafka_conf_t` until a client takes it over.
@safe struct ConfigurationHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Sets properties.
    ///
    /// Combinations of properties are only checked when a client is created.
    ///
    /// - Throws: One error that names every invalid property with librdkafka's reason.
    init(_ configuration: Configuration) throws(KafkaError) {
        unsafe pointer = rd_kafka_conf_new()
        let problems = setAll(configuration)
        guard problems.isEmpty else {
            throw KafkaError(.configure, .invalidArgument, reason: problems.joined(separator: "; "))
        }
    }

    /// Sets all properties and returns a line for each invalid one, without secrets.
    private func setAll(_ configuration: Configuration) -> [String] {
        let secrets = configuration.secrets
        var problems: [String] = []
        for entry in configuration.entries {
            var outcome = RD_KAFKA_CONF_OK
            let reason = unsafe ErrorText.filled { buffer, size in
                unsafe outcome = rd_kafka_conf_set(pointer, entry.name, entry.value, buffer, size)
            }
            switch outcome {
            case RD_KAFKA_CONF_OK: break
            // The library's reason would quote the secret, perhaps truncated, so that masking could not find it.
            case RD_KAFKA_CONF_INVALID where Secret.isSecret(entry.name):
                problems.append("\(entry.name): not a valid value")
            default: problems.append("\(entry.name): \(secrets.masked(reason))")
            }
        }
        return problems
    }

    /// Releases the pointer, because a successful `rd_kafka_new` owns it.
    consuming func release() {
        discard self
    }

    deinit {
        unsafe rd_kafka_conf_destroy(pointer)
    }
}
