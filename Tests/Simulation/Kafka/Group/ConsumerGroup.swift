import System

/// A member as the coordinator knows it.
final class ClusterMember {
    var id: String
    let instanceID: String?
    /// What its client calls itself.
    let clientID: String
    let topics: [String]
    var heard: Int64
    let sessionMilliseconds: Int64
    let isCooperative: Bool
    /// It takes part in the round that is under way.
    var hasJoined = true
    var assigned: [TopicPartition] = []
    /// What it says that it has, when it joins.
    var claimed: [TopicPartition] = []
    /// Called when a round has given it partitions, with the generation.
    let synced: ([TopicPartition], Int) -> Void

    init(
        id: String,
        instanceID: String?,
        clientID: String,
        topics: [String],
        sessionMilliseconds: Int64,
        isCooperative: Bool,
        at now: Int64,
        synced: @escaping ([TopicPartition], Int) -> Void
    ) {
        self.id = id
        self.instanceID = instanceID
        self.clientID = clientID
        self.topics = topics
        self.sessionMilliseconds = sessionMilliseconds
        self.isCooperative = isCooperative
        heard = now
        self.synced = synced
    }

    /// What partitions are shared out by.
    var name: String { instanceID ?? id }
}

/// A group at its coordinator: members, generations, offsets.
final class ConsumerGroup {
    /// What a member is told by the answer to its heartbeat.
    enum Beat {
        case ok, rebalance, unknown, fenced
    }

    private static let rebalanceMilliseconds: Int64 = 300_000

    private let cluster: Cluster
    private var world: World { cluster.world }
    private(set) var members: [ClusterMember] = []
    private(set) var generation = 0
    private var isPreparing = false
    private var round = 0
    private var memberCount = 0
    var offsets: [TopicPartition: Int64] = [:]
    /// Offsets of transactions that are not over.
    private var held: [(transaction: Transaction, offsets: [TopicPartition: Int64])] = []
    /// Instances whose former member is fenced.
    private var fenced: Set<String> = []

    init(_ cluster: Cluster) { self.cluster = cluster }

    /// Joins, or takes part in the round under way; gives back the member's id.
    func join(_ member: ClusterMember) {
        member.heard = world.now
        if members.contains(where: { $0 === member }) {
            member.hasJoined = true
            if !isPreparing { prepare() } else { completeIfAll() }
            return
        }
        memberCount += 1
        member.id = "member-\(memberCount)"
        if let instance = member.instanceID, let index = members.firstIndex(where: { $0.instanceID == instance }) {
            let former = members[index]
            fenced.insert(former.id)
            members[index] = member
            member.assigned = former.assigned
            member.hasJoined = true
            // The same instance again, and nothing moves.
            let movesNothing = former.topics == member.topics && !(member.isCooperative && lacksOwners)
            if isPreparing { return completeIfAll() }
            return movesNothing ? sync(member) : prepare()
        }
        members.append(member)
        if isPreparing { completeIfAll() } else { prepare() }
        member.hasJoined = true
    }

    /// Whether some partitions have no owner, for example because a member has not yet given them up.
    var lacksOwners: Bool {
        let count = members.first?.topics.reduce(0) { $0 + (cluster.topics[$1]?.partitions.count ?? 0) } ?? 0
        return members.reduce(0) { $0 + $1.assigned.count } < count
    }

    func leave(_ member: ClusterMember) {
        guard members.contains(where: { $0 === member }) else { return }
        members.removeAll { $0 === member }
        if isPreparing { completeIfAll() } else { prepare() }
    }

    func beat(_ member: ClusterMember) -> Beat {
        if fenced.contains(member.id) { return .fenced }
        guard members.contains(where: { $0 === member }) else { return .unknown }
        member.heard = world.now
        return isPreparing && !member.hasJoined ? .rebalance : .ok
    }

    func topicsChanged() { if !members.isEmpty, !isPreparing { prepare() } }

    /// Members that were not heard for their sessions are no longer in the group.
    func expire() {
        let before = members.count
        members.removeAll { world.now - $0.heard > $0.sessionMilliseconds }
        guard members.count < before else { return }
        world.note("group: \(before - members.count) session(s) ended")
        if isPreparing { completeIfAll() } else { prepare() }
    }

    /// The sessions of clients end at once, as after a change of their coordinator.
    func expel(_ clients: String) {
        guard members.contains(where: { $0.clientID.hasPrefix(clients) }) else { return }
        members.removeAll { $0.clientID.hasPrefix(clients) }
        if isPreparing { completeIfAll() } else { prepare() }
    }

    private func prepare() {
        isPreparing = true
        round += 1
        for member in members { member.hasJoined = false }
        let current = round
        world.at(world.now + Self.rebalanceMilliseconds) { [self] in
            guard isPreparing, round == current else { return }
            members.removeAll { !$0.hasJoined }
            completeIfAll()
        }
        world.at(world.now + Int64(world.below(500))) { [self] in
            if isPreparing, round == current { completeIfAll() }
        }
    }

    private func completeIfAll() {
        guard isPreparing, members.allSatisfy(\.hasJoined) else { return }
        isPreparing = false
        generation += 1
        share()
        let shares = members.map { "\($0.name) \($0.assigned)" }.joined(separator: "; ")
        world.note("group: generation \(generation), \(shares)")
        for member in members { sync(member) }
    }

    private func sync(_ member: ClusterMember) {
        let (partitions, generation) = (member.assigned, generation)
        world.at(world.now + 1 + Int64(world.below(20))) { member.synced(partitions, generation) }
    }

    private func share() {
        let sorted = members.sorted { $0.name < $1.name }
        guard let first = sorted.first else { return }
        let all = first.topics.flatMap { topic in
            (0..<(cluster.topics[topic]?.partitions.count ?? 0)).map { TopicPartition(topic, Int32($0)) }
        }
        if first.isCooperative { return shareCooperatively(sorted, all) }
        for member in sorted { member.assigned = [] }
        for topic in first.topics {
            let places = all.filter { $0.topic == topic }
            let (each, more) = places.count.quotientAndRemainder(dividingBy: sorted.count)
            var next = 0
            for (index, member) in sorted.enumerated() {
                let count = each + (index < more ? 1 : 0)
                member.assigned += places[next..<next + count]
                next += count
            }
        }
    }

    /// Each keeps what it has up to its share; what it gives up is given to another one in the round after.
    private func shareCooperatively(_ sorted: [ClusterMember], _ all: [TopicPartition]) {
        let (each, more) = all.count.quotientAndRemainder(dividingBy: sorted.count)
        let claimed = Set(sorted.flatMap(\.claimed))
        var free = all.filter { !claimed.contains($0) }
        // Whoever has more than the others keeps one more.
        let sorted = sorted.sorted { ($1.claimed.count, $0.name) < ($0.claimed.count, $1.name) }
        for (index, member) in sorted.enumerated() {
            let share = each + (index < more ? 1 : 0)
            member.assigned = Array(member.claimed.filter(all.contains).prefix(share))
            while member.assigned.count < share, !free.isEmpty { member.assigned.append(free.removeFirst()) }
        }
    }

    /// Whether a member may commit offsets.
    func check(_ metadata: GroupMetadata) throws(Refusal) {
        if fenced.contains(metadata.memberID) { throw Refusal(code: .fencedInstance, isAbortable: true) }
        guard members.contains(where: { $0.id == metadata.memberID }) else {
            throw Refusal(code: .unknownMember, isAbortable: true)
        }
        guard metadata.generation == generation else { throw Refusal(code: .illegalGeneration, isAbortable: true) }
    }

    func hold(_ offsets: [TopicPartition: Int64], for transaction: Transaction) { held.append((transaction, offsets)) }

    func settle(_ transaction: Transaction) {
        for known in held where known.transaction === transaction && transaction.outcome == .committed {
            offsets.merge(known.offsets) { $1 }
        }
        held.removeAll { $0.transaction === transaction }
    }

    /// A topic is deleted: what was committed of it is gone, and what is about to be.
    func forget(_ topic: String) {
        offsets = offsets.filter { $0.key.topic != topic }
        for index in held.indices { held[index].offsets = held[index].offsets.filter { $0.key.topic != topic } }
    }

    /// Whether an offset may be about to change.
    func isUnstable(_ place: TopicPartition) -> Bool { held.contains { $0.offsets[place] != nil } }
}

extension Cluster {
    func group(_ name: String) -> ConsumerGroup {
        if let known = groups[name] { return known }
        let made = ConsumerGroup(self)
        groups[name] = made
        return made
    }

    /// What a group has committed.
    package func offset(of place: TopicPartition, in group: String) -> Int64? { groups[group]?.offsets[place] }

    /// The group's offsets are deleted, or have expired.
    package func deleteOffsets(of group: String) { groups[group]?.offsets = [:] }

    /// The sessions of clients whose names begin so end at once.
    package func expel(_ clients: String, from group: String) { groups[group]?.expel(clients) }
}
