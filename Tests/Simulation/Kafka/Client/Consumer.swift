import System

/// A consumer with one owner thread, as the room's `Consumer` is.
package struct Consumer: ~Copyable {
    let client: ConsumerClient
    package let pollWakeup = PollWakeup()

    package init(
        _ configuration: Configuration,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        configuration.setDefault("isolation.level", "read_committed")
        client = ConsumerClient(configuration)
    }

    deinit { client.isGone = true }

    package static func check(_ configuration: Configuration) throws(KafkaError) {}

    package func subscribe(to topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.waitForTopics(topics, .subscribe, timeout: timeoutMilliseconds)
        client.subscribe(topics)
    }

    package func poll(timeoutMilliseconds: Int32, rebalance: (Rebalance) -> Void = { _ in }) -> Message? {
        let world = client.world
        // Some machines are busy, and look again later than they were told to.
        let late = timeoutMilliseconds > 0 ? Int64(world.below(Int(timeoutMilliseconds) * 6 + 1)) : 0
        let deadline = world.now + Int64(timeoutMilliseconds) + late
        while true {
            do throws(KafkaError) { try client.call(.poll) } catch { return Message(nil, error) }
            if !client.notices.isEmpty { return serve(client.notices.removeFirst(), rebalance) }
            if client.isWaitingForFetch() {
                guard timeoutMilliseconds > 0 else { return nil }
                world.sleep(Int64(1 + world.below(80)))
            }
            if let message = client.nextMessage() {
                if world.log != nil { world.note("polled \(message.topic) [\(message.partition)] \(message.offset)") }
                return message
            }
            guard world.now < deadline, !pollWakeup.take() else { return nil }
            world.wait(until: deadline, orNews: true)
        }
    }

    private func serve(_ notice: ConsumerClient.Notice, _ rebalance: (Rebalance) -> Void) -> Message? {
        client.isAnswered = false
        client.world.note("notice \(notice)")
        switch notice {
        case .failed(let error): return Message(nil, error)
        case .revoked(let partitions, let isLost):
            rebalance(.revoked(partitions, isLost: isLost))
            if !client.isAnswered { client.unassign(partitions) }
            client.wasRevoked(partitions)
        case .assigned(let partitions):
            rebalance(.assigned(partitions))
            if !client.isAnswered { for place in partitions { client.assign(place, from: 0) } }
        }
        return nil
    }

    package func close(timeoutMilliseconds: Int32, rebalance: (Rebalance) -> Void = { _ in }) -> Bool {
        client.process.call("close")
        if client.process.isDead { return false }
        if client.instanceID == nil, client.member != nil {
            let owned = client.owned
            rebalance(.revoked(owned, isLost: false))
        }
        client.leave()
        client.isGone = true
        return true
    }

    package func groupMetadata() throws(KafkaError) -> GroupMetadata {
        try client.call(.groupMetadata)
        return GroupMetadata(
            group: client.groupName,
            memberID: client.member?.id ?? "",
            instanceID: client.instanceID,
            generation: client.generation
        )
    }
}

/// How far reading has come.
extension Consumer {
    package func positions(of partitions: [TopicPartition]) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.call(.position)
        var positions: [TopicPartition: Int64] = [:]
        for place in partitions { positions[place] = client.fetching[place]?.position }
        return positions
    }

    package func committed(
        _ partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.ask(.committed, within: Int64(timeoutMilliseconds), "\(partitions)") { () throws(Refusal) in
            let group = client.cluster.group(client.groupName)
            if partitions.contains(where: group.isUnstable) { throw Refusal(code: .unstableOffsets, passes: true) }
            var offsets: [TopicPartition: Int64] = [:]
            for place in partitions { offsets[place] = group.offsets[place] }
            return offsets
        }
    }

    package func recordsBehind(_ next: [TopicPartition: Int64]) -> [TopicPartition: Int] {
        var behind: [TopicPartition: Int] = [:]
        for (place, offset) in next {
            let isKnown = client.fetching[place]?.isFetched ?? false
            behind[place] = isKnown ? max(0, Int((client.cluster.log(place)?.end ?? offset) - offset)) : 0
        }
        return behind
    }
}

/// What is read, and from where.
extension Consumer {
    package func assign(_ assignments: [Assignment]) throws(KafkaError) {
        try client.call(.assign, "\(assignments.map { "\($0.partition) from \($0.start)" })")
        client.isAnswered = true
        if !client.isCooperative {
            let places = assignments.map(\.partition)
            client.unassign(client.order.filter { !places.contains($0) })
        }
        for assignment in assignments {
            switch assignment.start {
            case .offset(let offset): client.assign(assignment.partition, from: offset)
            case .beginning:
                client.assign(assignment.partition, from: client.cluster.log(assignment.partition)?.start ?? 0)
            default: client.cluster.misuse = "the simulated consumer cannot begin at \(assignment.start)"
            }
        }
    }

    package func assignAgain(_ assignments: [Assignment]) throws(KafkaError) { try assign(assignments) }

    package func assignPaused(_ partitions: [TopicPartition]) throws(KafkaError) {
        try assign(partitions.map { Assignment($0, from: .offset(0)) })
        for place in partitions { client.fetching[place]?.isPaused = true }
    }

    package func assign(
        _ assignments: [Assignment],
        findingLeadersWithin timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        if !assignments.isEmpty { _ = try client.partitionCounts(timeout: timeoutMilliseconds) }
        try assign(assignments)
    }

    package func unassign() throws(KafkaError) { try unassign(client.order) }

    package func unassign(_ partitions: [TopicPartition]) throws(KafkaError) {
        try client.call(.unassign)
        client.isAnswered = true
        client.unassign(partitions)
    }

    package func pause(_ partitions: [TopicPartition]) throws(KafkaError) {
        try client.call(.pause, "\(partitions)")
        for place in partitions { client.pause(place) }
    }

    package func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        try client.call(.resume, "\(partitions)")
        for place in partitions { client.fetching[place]?.isPaused = false }
    }

    package func seek(
        _ partition: TopicPartition,
        to start: StartPosition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        try client.call(.seek, "\(partition) \(start)")
        client.fetchAhead(partition)
        guard let known = client.fetching[partition], !known.hasFailed, known.takesSeekAt <= client.world.now,
            case .offset(let offset) = start
        else { throw KafkaError(.seek, .wrongState, subject: partition.description) }
        client.isFetchFresh = true
        client.fetching[partition]?.next = offset
        client.fetching[partition]?.toldEnd = -1
    }
}
