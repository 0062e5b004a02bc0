import CRDKafka

/// Reading and changing topic configurations.
extension Admin {
    /// Returns the effective configuration of topics, including defaults.
    ///
    /// The names are Kafka's, such as `max.message.bytes` and `cleanup.policy`.
    ///
    /// - Throws: The first error, with its topic, for example for an unknown topic.
    package func settings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: [String: String]] {
        let (settings, refused) = try knownSettings(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        if let first = refused.min(by: { $0.key < $1.key }) { throw first.value }
        return settings
    }

    /// Returns the effective configuration of topics as far as possible, and the errors of the other topics.
    package func knownSettings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (settings: [String: [String: String]], refused: [String: KafkaError]) {
        let (entries, refused) = try entries(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        return (entries.mapValues { $0.compactMapValues(\.value) }, refused)
    }

    /// Changes some entries of a topic's configuration and keeps all others.
    ///
    /// Before librdkafka 2.2, only the whole configuration can be replaced. The function then reads the configuration
    /// first, and changes that others make between reading and writing are lost.
    ///
    /// - Throws: Also an error if the broker hides an entry of the topic, because the entry could not be written back.
    package func alter(
        _ topic: String,
        _ settings: [String: String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        if settings.isEmpty { return }
        if let incremental = IncrementalAlteration.ofLibrary {
            return try incremental.alter(topic, settings, by: client, timeoutMilliseconds: timeoutMilliseconds)
        }
        let (entries, refused) = try entries(of: [topic], timeoutMilliseconds: timeoutMilliseconds)
        if let error = refused[topic] { throw error }
        try replace(
            topic,
            Self.mended(topic, entries[topic] ?? [:], by: settings),
            timeoutMilliseconds: timeoutMilliseconds
        )
    }

    /// Returns the topic's own entries with the changes applied.
    private static func mended(
        _ topic: String,
        _ entries: [String: SettingEntry],
        by settings: [String: String]
    ) throws(KafkaError) -> [String: String] {
        var mended = settings
        for (name, entry) in entries where entry.isOwn && mended[name] == nil {
            guard let value = entry.value else {
                throw KafkaError(
                    .alterConfigs,
                    .unsupportedFeature,
                    subject: topic,
                    reason:
                        "its \(name) is hidden and would be lost: alter \(settings.keys.sorted().joined(separator: ", ")) "
                        + "with Kafka's own tools, or run on librdkafka 2.2 or later"
                )
            }
            mended[name] = value
        }
        return mended
    }

    private func replace(
        _ topic: String,
        _ settings: [String: String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        let request = try AdminRequest(.alterConfigs, of: client, timeoutMilliseconds: timeoutMilliseconds)
        let resource = unsafe rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic)
        defer { unsafe rd_kafka_ConfigResource_destroy(resource) }
        for (name, value) in settings {
            try KafkaError.check(
                unsafe rd_kafka_ConfigResource_set_config(resource, name, value),
                .alterConfigs,
                subject: name
            )
        }
        var resources = unsafe [resource]
        unsafe rd_kafka_AlterConfigs(client.pointer, &resources, 1, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_AlterConfigs_result(answer.pointer),
            let altered = unsafe rd_kafka_AlterConfigs_result_resources(result, &count)
        else { return }
        unsafe try Self.check(altered, count)
    }

    /// Throws the first error of the result, with its topic.
    static func check(
        _ resources: UnsafeMutablePointer<OpaquePointer?>,
        _ count: Int
    ) throws(KafkaError) {
        for index in 0..<count {
            guard let resource = unsafe resources[index] else { continue }
            let code = ErrorCode(unsafe rd_kafka_ConfigResource_error(resource))
            if code == .none { continue }
            let name = unsafe String(cString: rd_kafka_ConfigResource_name(resource))
            let reason = unsafe rd_kafka_ConfigResource_error_string(resource).map { unsafe String(cString: $0) }
            throw KafkaError(.alterConfigs, code, subject: name, reason: reason)
        }
    }

    private func entries(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (entries: [String: [String: SettingEntry]], refused: [String: KafkaError]) {
        guard !topics.isEmpty else { return ([:], [:]) }
        let request = try AdminRequest(.describeConfigs, of: client, timeoutMilliseconds: timeoutMilliseconds)
        let resources = unsafe topics.map { unsafe rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, $0) }
        defer { unsafe resources.forEach { unsafe rd_kafka_ConfigResource_destroy($0) } }
        var pointers = unsafe resources
        unsafe rd_kafka_DescribeConfigs(client.pointer, &pointers, topics.count, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_DescribeConfigs_result(answer.pointer),
            let described = unsafe rd_kafka_DescribeConfigs_result_resources(result, &count)
        else { return ([:], [:]) }
        var entries: [String: [String: SettingEntry]] = [:]
        var refused: [String: KafkaError] = [:]
        for index in 0..<count {
            guard let resource = unsafe described[index] else { continue }
            let name = unsafe String(cString: rd_kafka_ConfigResource_name(resource))
            let code = ErrorCode(unsafe rd_kafka_ConfigResource_error(resource))
            if code == .none {
                entries[name] = unsafe Self.entries(of: resource)
            } else {
                refused[name] = KafkaError(.describeConfigs, code, subject: name)
            }
        }
        return (entries, refused)
    }

    private static func entries(of resource: OpaquePointer) -> [String: SettingEntry] {
        var count = 0
        guard let entries = unsafe rd_kafka_ConfigResource_configs(resource, &count) else { return [:] }
        var settings: [String: SettingEntry] = [:]
        for index in 0..<count {
            guard let entry = unsafe entries[index] else { continue }
            let value = unsafe rd_kafka_ConfigEntry_value(entry).map { unsafe String(cString: $0) }
            let source = unsafe rd_kafka_ConfigEntry_source(entry)
            settings[unsafe String(cString: rd_kafka_ConfigEntry_name(entry))] = SettingEntry(
                value: value,
                isOwn: source == RD_KAFKA_CONFIG_SOURCE_DYNAMIC_TOPIC_CONFIG
            )
        }
        return settings
    }
}

/// An entry of a configuration as a broker describes it.
private struct SettingEntry {
    /// The value; nil if the broker hides it.
    let value: String?
    /// Whether the entry was set for this topic, not inherited from the brokers' defaults.
    let isOwn: Bool
}
