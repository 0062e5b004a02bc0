import Kafka
import Worker

/// Tries rights by requests that brokers refuse only after they have looked at them: nothing is written, and nobody moves.
struct RightProbe {
    private static let milliseconds: Int32 = 5_000
    private static let patience = Duration.seconds(5)
    /// Longer records are not made to see them refused.
    private static let longest = 64 << 20
    /// The number of a partition that no topic has.
    private static let noPartition: Int32 = 2_000_000

    let cluster: Cluster
    /// The transactional id that is tried.
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

    /// Topics that are hidden from this user, if they are there at all.
    let hidden: [String]

    /// The topic that a right is tried on: its own, or one that begins so.
    private func place(_ right: Right) -> FoundTopic? {
        topics.first { right.isPrefix ? $0.name.hasPrefix(right.name) : $0.name == right.name }
    }

    private func nothing(_ right: Right) -> RightCheck {
        if hidden.contains(right.name) { return RightCheck(right, on: right.name, .refused) }
        let reason = right.isPrefix ? "no such topic is there yet" : "the topic is missing"
        return RightCheck(right, on: right.name, .untold(reason))
    }

    /// Reads from the end, until brokers say that it is the end.
    private func read(_ rights: [Right]) throws(OperationError) -> [RightCheck] {
        var open: [String: Right] = [:]
        var checks: [RightCheck] = []
        for right in rights {
            if let name = place(right)?.name { open[name] = right } else { checks.append(nothing(right)) }
        }
        let assigned = open.keys.sorted().map { Assignment(TopicPartition($0, 0), from: .end) }
        let reader = try OperationError.of { () throws(KafkaError) in
            let reader = try Consumer(cluster.reader)
            try reader.assign(assigned)
            return reader
        }
        let deadline = ContinuousClock.now + Self.patience
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
        return checks + open.map { RightCheck($1, on: $0, .untold("no answer in time")) }
    }

    /// A record without key where all need one, and longer than its topic takes.
    private func write(_ right: Right) throws(OperationError) -> RightCheck {
        guard let topic = place(right) else { return nothing(right) }
        func check(_ answer: RightCheck.Grant) -> RightCheck { RightCheck(right, on: topic.name, answer) }
        guard topic.settings[TopicSetting.longestBatch.rawValue] != nil else {
            return check(.untold("nobody tells how long its records may be"))
        }
        let length = TopicDescription.longestBatch(topic.settings) + 1
        guard length <= Self.longest else { return check(.untold("its records may be longer than 64 MiB")) }
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
            let deadline = ContinuousClock.now + Self.patience * 2
            while ContinuousClock.now < deadline {
                producer.poll(timeoutMilliseconds: 100)
                guard let delivery = producer.takeDeliveries().first else { continue }
                return check(delivery.error.map(RightCheck.grant) ?? .granted)
            }
            return check(.untold("no answer in time"))
        } catch {
            return check(RightCheck.grant(error))
        }
    }

    /// Has the broker check a topic that it does not make.
    private func create(_ right: Right) throws(OperationError) -> RightCheck {
        let name = right.isPrefix ? right.name + "doctor" : right.name
        let answer = try answer { admin throws(KafkaError) in
            try admin.checkCreation(of: NewTopic(name, partitions: 1), timeoutMilliseconds: Self.milliseconds)
        }
        return RightCheck(right, on: name, answer)
    }

    private func describe(_ right: Right) throws(OperationError) -> RightCheck {
        // Who may ask for its settings need not be allowed to see it.
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

    /// Commits an offset of a partition that is not there.
    private func commit(_ right: Right) throws(OperationError) -> RightCheck {
        let place = TopicPartition(cluster.topics.uploads, Self.noPartition)
        var configuration = cluster.reader
        // For so long the library waits for a coordinator that it is not told.
        configuration["session.timeout.ms"] = "6000"
        configuration["heartbeat.interval.ms"] = "2000"
        let reader = try OperationError.of { () throws(KafkaError) in try Consumer(configuration) }
        do throws(KafkaError) {
            try reader.commit([place: 0])
            return RightCheck(right, on: right.name, .granted)
        } catch {
            if error.saysTopicIsGone {
                return RightCheck(right, on: right.name, .granted)
            }
            // Who may not see the group hears it beside the call.
            for _ in 0..<10 {
                let beside = reader.poll(timeoutMilliseconds: 50)?.error
                if beside?.code == .groupAuthorizationFailed { return RightCheck(right, on: right.name, .refused) }
            }
            return RightCheck(right, on: right.name, RightCheck.grant(error))
        }
    }

    /// Makes a producer of the doctor's own name ready: a lane's would push its worker out.
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
