import CRDKafka

/// The settings of topics.
extension Admin {
    /// The settings of topics as the broker applies them, defaults included, such as `max.message.bytes`,
    /// `cleanup.policy` and `delete.retention.ms`.
    ///
    /// - Throws: the first refusal, with its topic; an unknown topic is one.
    package func settings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: [String: String]] {
        let (settings, refused) = try knownSettings(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        if let first = refused.min(by: { $0.key < $1.key }) { throw first.value }
        return settings
    }

    /// The same as far as they are told, and why those of other topics are not.
    package func knownSettings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (settings: [String: [String: String]], refused: [String: KafkaError]) {
        let (entries, refused) = try entries(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        return (entries.mapValues { $0.compactMapValues(\.value) }, refused)
    }

    /// Sets some of a topic's settings; all others stay as they are.
    ///
    /// A library older than 2.2 can only replace all that a topic has of its own: these are read first, and what somebody
    /// else alters between reading and writing is lost.
    ///
    /// - Throws: also where a setting of the topic's own is hidden, so that it could not be written again.
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

    /// All that a topic is to have of its own.
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
        let request = try AdminRequest(
            .alterConfigs,
            RD_KAFKA_ADMIN_OP_ALTERCONFIGS,
            of: client,
            timeoutMilliseconds: timeoutMilliseconds
        )
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

    /// Throws what a broker has refused, with the topic.
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
        let request = try AdminRequest(
            .describeConfigs,
            RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS,
            of: client,
            timeoutMilliseconds: timeoutMilliseconds
        )
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

/// One setting as a broker tells it.
private struct SettingEntry {
    /// Nil where the broker keeps it to itself.
    let value: String?
    /// It was set for this topic, and is no default of the brokers.
    let isOwn: Bool
}
