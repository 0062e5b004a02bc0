import Kafka
import Worker

/// Tests rights with requests that change no data.
///
/// Brokers check a right before they look at the rest of the request. No group member is affected.
struct RightProbe {
    private static let milliseconds: Int32 = 5_000
    private static let timeout = Duration.seconds(5)
    /// The longest test record, in bytes.
    private static let longest = 64 << 20
    /// A partition number that no topic has.
    private static let noPartition: Int32 = 2_000_000

    let cluster: Cluster
    /// The transactional id for the test.
    let id: String
    let topics: [FoundTopic]

    func run(_ rights: [Right]) throws(OperationError) -> [RightCheck] {
        var checks: [RightCheck] = []
        let reads = try read(rights.filter { $0.operation == .read && $0.resource == .topic })
        for right in rights {
            switch (right.resource, right.operation) {
            case (.topic, .read): checks += reads.filter { $0.right == right }
            case (.topic, .write): checks.append(try write(right))
            case (.topic, .create): checks.append(try create(right))
            case (.topic, .describeConfigs): checks.append(try describe(right))
            case (.group, .read): checks.append(try commit(right))
            case (.transactionalID, .write): checks.append(try begin(right))
            default: break
            }
        }
        return checks
    }

    /// The topics that this user cannot see, whether they exist or not.
    let hidden: [String]

    /// Returns the topic on which to test a right; for a right on a prefix, any topic with the prefix.
    private func place(_ right: Right) -> FoundTopic? {
        topics.first { right.isPrefix ? $0.name.hasPrefix(right.name) : $0.name == right.name }
    }

    private func nothing(_ right: Right) -> RightCheck {
        if hidden.contains(right.name) { return RightCheck(right, on: right.name, .refused) }
        let reason = right.isPrefix ? "no such topic exists yet" : "the topic is missing"
        return RightCheck(right, on: right.name, .untested(reason))
    }

    /// Tests reading from the end of each topic; the end-of-partition event proves the right.
    private func read(_ rights: [Right]) throws(OperationError) -> [RightCheck] {
        var open: [String: Right] = [:]
        var checks: [RightCheck] = []
        for right in rights {
            if let name = place(right)?.name { open[name] = right } else { checks.append(nothing(right)) }
        }
        let assigned = open.keys.sorted().map { Assignment(TopicPartition($0, 0), from: .end) }
        var configuration = cluster.reader
        configuration["enable.partition.eof"] = "true"
        let ofReader = configuration
        let reader = try OperationError.of { () throws(KafkaError) in
            let reader = try Consumer(ofReader)
            try reader.assign(assigned)
            return reader
        }
        let deadline = ContinuousClock.now + Self.timeout
        while !open.isEmpty, ContinuousClock.now < deadline {
            guard let message = reader.poll(timeoutMilliseconds: 100) else { continue }
            guard let error = message.error else {
                if let right = open.removeValue(forKey: message.topic) {
                    checks.append(RightCheck(right, on: message.topic, .granted))
                }
                continue
            }
            guard error.kind != .passing, let right = open.removeValue(forKey: message.topic) else { continue }
            checks.append(RightCheck(right, on: message.topic, RightCheck.grant(error)))
        }
        _ = reader.close(timeoutMilliseconds: Self.milliseconds)
        return checks + open.map { RightCheck($1, on: $0, .untested("no answer in time")) }
    }

    /// Tests writing with a record that is too long for the topic, and has no key.
    private func write(_ right: Right) throws(OperationError) -> RightCheck {
        guard let topic = place(right) else { return nothing(right) }
        func check(_ answer: RightCheck.Grant) -> RightCheck { RightCheck(right, on: topic.name, answer) }
        guard topic.settings[TopicSetting.longestBatch.rawValue] != nil else {
            return check(.untested("the limit for its records is unknown"))
        }
        let length = TopicDescription.longestBatch(topic.settings) + 1
        guard length <= Self.longest else { return check(.untested("its records may be longer than 64 MiB")) }
        var configuration = cluster.producer(longestBatch: length)
        configuration["enable.idempotence"] = "false"
        configuration["compression.codec"] = "none"
        configuration["message.timeout.ms"] = String(Self.milliseconds)
        configuration["message.max.bytes"] = String(length + 4_096)
        do throws(KafkaError) {
            let producer = try Producer(configuration)
            let value = [UInt8](repeating: 0, count: length)
            unsafe try producer.produce(
                to: topic.name,
                partition: 0,
                key: nil,
                value: value.span.bytes,
                number: 1
            )
            let deadline = ContinuousClock.now + Self.timeout * 2
            while ContinuousClock.now < deadline {
                producer.poll(timeoutMilliseconds: 100)
                guard let delivery = producer.takeDeliveries().first else { continue }
                return check(delivery.error.map(RightCheck.grant) ?? .granted)
            }
            return check(.untested("no answer in time"))
        } catch {
            return check(RightCheck.grant(error))
        }
    }

    /// Tests creation with a validate-only request, which creates nothing.
    private func create(_ right: Right) throws(OperationError) -> RightCheck {
        let name = right.isPrefix ? right.name + "doctor" : right.name
        let answer = try answer { admin throws(KafkaError) in
            try admin.checkCreation(of: NewTopic(name, partitions: 1), timeoutMilliseconds: Self.milliseconds)
        }
        return RightCheck(right, on: name, answer)
    }

    private func describe(_ right: Right) throws(OperationError) -> RightCheck {
        // A user can have the right to describe the settings of a topic without the right to see the topic.
        guard let name = place(right)?.name ?? (right.isPrefix ? nil : right.name) else { return nothing(right) }
        let answer = try answer { admin throws(KafkaError) in
            _ = try admin.settings(of: [name], timeoutMilliseconds: Self.milliseconds)
        }
        return RightCheck(right, on: name, answer)
    }

    private func answer(_ ask: (borrowing Admin) throws(KafkaError) -> Void) throws(OperationError) -> RightCheck.Grant
    {
        do throws(KafkaError) {
            try ask(try Admin(cluster.admin))
            return .granted
        } catch {
            return RightCheck.grant(error)
        }
    }

    /// Tests committing with the offset of a partition that does not exist.
    private func commit(_ right: Right) throws(OperationError) -> RightCheck {
        let place = TopicPartition(cluster.topics.uploads, Self.noPartition)
        var configuration = cluster.reader
        configuration["group.id"] = right.name
        // librdkafka waits this long for a group coordinator that the user may not see.
        configuration["session.timeout.ms"] = "6000"
        configuration["heartbeat.interval.ms"] = "2000"
        let reader = try OperationError.of { () throws(KafkaError) in try Consumer(configuration) }
        do throws(KafkaError) {
            try reader.commit([place: 0])
            return RightCheck(right, on: right.name, .granted)
        } catch {
            // Brokers check the group before the topic.
            if error.saysTopicIsGone || error.code == .topicAuthorizationFailed {
                return RightCheck(right, on: right.name, .granted)
            }
            // If the user may not see the group, the error arrives as an event and not as the result of the call.
            for _ in 0..<10 {
                let beside = reader.poll(timeoutMilliseconds: 50)?.error
                if beside?.code == .groupAuthorizationFailed { return RightCheck(right, on: right.name, .refused) }
            }
            return RightCheck(right, on: right.name, RightCheck.grant(error))
        }
    }

    /// Tests the right with the doctor's own transactional id, because the id of a lane would fence a running worker.
    private func begin(_ right: Right) throws(OperationError) -> RightCheck {
        var configuration = cluster.producer(longestBatch: 1_000_000)
        configuration["transactional.id"] = id
        do throws(KafkaError) {
            try Producer(configuration).initTransactions(timeoutMilliseconds: Self.milliseconds)
            return RightCheck(right, on: id, .granted)
        } catch {
            return RightCheck(right, on: id, RightCheck.grant(error))
        }
    }
}
