import System

/// A partition as its reader stands.
struct Fetching {
    /// What is delivered next.
    var next: Int64
    /// What the library says of its position: nil until something was delivered.
    var position: Int64?
    var isPaused = false
    /// One more record comes although it is paused: it was on its way.
    var isLate = false
    /// Reading broke off, as at a hole.
    var hasFailed = false
    /// The library has found out that its next offset is gone, and the owner has not heard of it.
    var owesError = false
    /// The end that was told last.
    var toldEnd: Int64 = -1
    /// Just after an assignment the library takes no other offset.
    var takesSeekAt: Int64
    /// Nothing of it comes before this time.
    var comesAt: Int64
    var isFetched = false
}

/// What the library does for a consumer: membership and fetching.
final class ConsumerClient: BrokerClient {
    /// What waits to be told to the owner, at its next poll.
    enum Notice {
        case revoked([TopicPartition], isLost: Bool)
        case assigned([TopicPartition])
        case failed(KafkaError)
    }

    var fetching: [TopicPartition: Fetching] = [:]
    /// The order in which partitions are looked at.
    var order: [TopicPartition] = []
    var notices: [Notice] = []
    /// Whether the owner has answered the notice in hand.
    var isAnswered = false
    var member: ClusterMember?
    var topics: [String] = []
    var generation = -1
    /// What the group has given.
    var owned: [TopicPartition] = []
    private var mayJoin = false
    private var isBeating = false
    private var turn = 0
    /// The logs that were read.
    ///
    /// Nothing comes of a log that replaces one of them, as with librdkafka after a change of leaders, unless the cluster
    /// says otherwise.
    private var met: [TopicPartition: PartitionLog] = [:]
    /// Reading has just begun somewhere else.
    var isFetchFresh = false
    /// When its owner polled last.
    private var polledAt: Int64 = 0
    /// Whether its owner has had what came while it did not poll.
    private var isDrained = true
    /// How long a fetch takes at most, in milliseconds.
    private static let fetchMilliseconds: Int64 = 2_000

    var groupName: String { configuration["group.id"] ?? "" }
    var instanceID: String? { configuration["group.instance.id"] }
    var isCooperative: Bool { configuration["partition.assignment.strategy"]?.hasPrefix("cooperative") ?? false }
    private var session: Int64 { configuration["session.timeout.ms"].flatMap { Int64($0) } ?? 45_000 }
    private var heartbeat: Int64 { configuration["heartbeat.interval.ms"].flatMap { Int64($0) } ?? 3_000 }
    private var isTellingEnds: Bool { configuration["enable.partition.eof"] == "true" }

    /// Joins; a member that subscribes again gives back what it has, and joins anew.
    func subscribe(_ topics: [String]) {
        // A dispatcher subscribes again on purpose if nobody reads some partitions.
        if !self.topics.isEmpty, !cluster.group(groupName).lacksOwners {
            cluster.misuse = "a consumer has subscribed twice, which takes it out of its group"
        }
        self.topics = topics
        if member == nil { join() } else { revokeBeforeJoining() }
    }

    func join() {
        if member == nil {
            member = ClusterMember(
                id: "",
                instanceID: instanceID,
                clientID: configuration["client.id"] ?? "",
                topics: topics,
                sessionMilliseconds: session,
                isCooperative: isCooperative,
                at: world.now
            ) { [weak self] partitions, generation in self?.synced(partitions, generation) }
        }
        joinAgain()
        guard !isBeating else { return }
        isBeating = true
        beat()
    }

    private func joinAgain() {
        guard let member else { return }
        if process.isCut { return later(process.cutUntil - world.now) { [self] in joinAgain() } }
        member.claimed = owned
        cluster.group(groupName).join(member)
    }

    /// The library's own thread.
    private func beat() {
        later(heartbeat / 2 + Int64(world.below(Int(heartbeat / 2)))) { [self] in
            defer { beat() }
            guard let member, !process.isCut else { return }
            switch cluster.group(groupName).beat(member) {
            case .ok: break
            // The library joins no round before its owner has let go of what an earlier one has taken.
            case .rebalance where !mayJoin && (isCooperative || owned.isEmpty): joinAgain()
            case .rebalance: revokeBeforeJoining()
            case .unknown:
                self.member = nil
                notices = [.revoked(owned + takenUntold, isLost: true)]
                mayJoin = true
                world.announce()
            case .fenced:
                self.member = nil
                let error = KafkaError(.poll, .fencedInstance, reason: "another member has this id", isFatal: true)
                notices = [.failed(error)]
                world.announce()
            }
        }
    }

    /// What the group has taken back, and the owner has not heard of: it is lost with the rest.
    private var takenUntold: [TopicPartition] {
        notices.flatMap { if case .revoked(let gone, _) = $0 { gone } else { [TopicPartition]() } }
            .filter { !owned.contains($0) }
    }

    private func revokeBeforeJoining() {
        guard !mayJoin else { return }
        mayJoin = true
        notices.append(.revoked(owned, isLost: false))
        world.announce()
    }

    /// A round of the group has given partitions.
    private func synced(_ partitions: [TopicPartition], _ generation: Int) {
        guard isAlive, member != nil else { return }
        if process.isCut { return later(process.cutUntil - world.now) { [self] in synced(partitions, generation) } }
        self.generation = generation
        guard isCooperative else {
            owned = partitions
            notices.append(.assigned(partitions))
            return world.announce()
        }
        let gone = owned.filter { !partitions.contains($0) }
        let new = partitions.filter { !owned.contains($0) }
        owned = partitions
        if !gone.isEmpty {
            notices.append(.revoked(gone, isLost: false))
            mayJoin = true
        }
        if !new.isEmpty || gone.isEmpty { notices.append(.assigned(new)) }
        world.announce()
    }

    /// The owner has answered a revoke.
    func wasRevoked(_ partitions: [TopicPartition]) {
        if !isCooperative || member == nil { owned = [] }
        guard mayJoin else { return }
        mayJoin = false
        join()
    }

    func leave() {
        if let member, instanceID == nil, !process.isCut { cluster.group(groupName).leave(member) }
        member = nil
    }

    // Fetching.

    /// Whether what comes next is still on its way: records come in pieces, the first of them a while after reading begins.
    ///
    /// The library fetches on its own: who has not polled for some time finds what has come meanwhile.
    func isWaitingForFetch() -> Bool {
        defer { (isFetchFresh, polledAt) = (false, world.now) }
        if world.now - polledAt >= Self.fetchMilliseconds { isDrained = false }
        guard !process.isDead, world.below(isFetchFresh ? 2 : 12) == 0 else { return false }
        return isFetchFresh || isDrained
    }

    func assign(_ place: TopicPartition, from offset: Int64) {
        isFetchFresh = true
        if fetching[place] == nil { order.append(place) }
        let isPaused = fetching[place]?.isPaused ?? false
        let takesSeekAt = world.now + Int64(world.below(4) * 10)
        let delay = cluster.firstFetchMilliseconds > 0 ? world.below(cluster.firstFetchMilliseconds) : 0
        let comesAt = world.now + Int64(delay)
        fetching[place] = Fetching(next: offset, isPaused: isPaused, takesSeekAt: takesSeekAt, comesAt: comesAt)
    }

    /// Brings no more of it, but for what the library has in its hands now and then.
    func pause(_ place: TopicPartition) {
        guard let known = fetching[place], !known.isPaused else { return }
        fetching[place]?.isPaused = true
        fetching[place]?.isLate = world.below(4) == 0
    }

    func unassign(_ places: [TopicPartition]) {
        for place in places { fetching[place] = nil }
        order.removeAll { places.contains($0) }
    }

    /// The library fetches on its own: it may know that an offset is gone before its owner polls.
    func fetchAhead(_ place: TopicPartition) {
        guard let known = fetching[place], !known.isPaused, !known.hasFailed, !process.isCut,
            let log = cluster.log(place), !(log.start...log.end).contains(known.next)
        else { return }
        world.note("the next offset of \(place) is gone")
        fetching[place]?.hasFailed = true
        fetching[place]?.owesError = true
    }

    /// What comes next of what is read, if there is anything.
    func nextMessage() -> Message? {
        if process.isCut { return nil }
        for index in order.indices {
            let place = order[(index + turn) % order.count]
            guard let known = fetching[place], !known.isPaused || known.isLate, !known.hasFailed || known.owesError
            else { continue }
            fetching[place]?.isLate = false
            if let message = next(of: place) {
                // Records of one fetch come together.
                if world.below(4) == 0 { turn += 1 }
                return message
            }
        }
        isDrained = true
        return nil
    }

    private func next(of place: TopicPartition) -> Message? {
        guard var known = fetching[place], known.comesAt <= world.now else { return nil }
        known.isFetched = true
        defer { fetching[place] = known }
        guard let log = cluster.log(place) else {
            known.hasFailed = true
            return Message(place, KafkaError(.poll, .unknownTopicOrPartition, subject: place.description))
        }
        if !cluster.isReadOn, let old = met[place], old !== log { return nil }
        met[place] = log
        guard (log.start...log.end).contains(known.next) else {
            known.hasFailed = true
            known.owesError = false
            let reason = "fetch failed due to requested offset not available on the broker"
            return Message(place, KafkaError(.poll, .noOffsetToResetTo, subject: place.description, reason: reason))
        }
        let end = isCommittedReader ? log.lastStable : log.end
        var index = log.index(notBelow: known.next)
        while index < log.records.count, log.records[index].offset < end {
            let record = log.records[index]
            known.next = record.offset + 1
            known.position = known.next
            if !record.isMarker, !isCommittedReader || record.isCommitted { return Message(place, record) }
            index += 1
        }
        if end > known.next {
            known.next = end
            known.position = end
        }
        // Beyond its last stable offset a log has no end that could be told.
        guard isTellingEnds, end == known.next, known.toldEnd != known.next else { return nil }
        known.toldEnd = known.next
        return Message(endOf: place, at: known.next)
    }
}
