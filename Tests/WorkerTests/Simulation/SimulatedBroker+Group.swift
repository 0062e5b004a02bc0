import Worker

/// The group, with static members, eager or cooperative.
extension SimulatedBroker {
    /// A process comes, with nothing in its hands.
    mutating func join(_ lane: Int, process: Int) {
        members[lane, default: Member(process: process)].process = process
        if !isRebalancing, isComplete, let known = members[lane], known.generation == generation {
            // A static member that is back gets what it had.
            return
        }
        changes += 1
        members[lane]?.assigned = nil
        rejoin(lane, owning: [])
    }

    /// A member takes part in a rebalance, or asks for one.
    mutating func rejoin(_ lane: Int, owning partitions: [Int32]) {
        isRebalancing = true
        members[lane]?.hasJoined = true
        members[lane]?.owned = partitions
    }

    /// The group shares its partitions anew, as when topics change.
    mutating func disturb() {
        guard !members.isEmpty else { return }
        changes += 1
        isRebalancing = true
    }

    mutating func expire(_ lane: Int) {
        guard members.removeValue(forKey: lane) != nil else { return }
        changes += 1
        isRebalancing = true
    }

    /// Ends the rebalance when everybody has joined.
    mutating func balance() {
        guard isRebalancing, !members.isEmpty, members.values.allSatisfy(\.hasJoined) else { return }
        generation += 1
        isRebalancing = false
        let lanes = members.keys.sorted()
        let owners = members.mapValues(\.owned)
        for (index, lane) in lanes.enumerated() {
            members[lane]?.hasJoined = false
            members[lane]?.assigned = (0..<partitions).filter { partition in
                let first = Int(partition) * lanes.count / Int(partitions)
                guard isCooperative else { return first == index }
                // What another still has goes to nobody, until that one has given it back and asks again.
                let isTaken = owners.contains { $0.key != lane && $0.value.contains(partition) }
                return (first + changes) % lanes.count == index && !isTaken
            }
            members[lane]?.generation = generation
        }
    }

    /// Whether every partition is somebody's.
    private var isComplete: Bool {
        !isCooperative || Set(members.values.flatMap { $0.assigned ?? [] }).count == Int(partitions)
    }

    /// Whether the coordinator takes offsets from a member of this generation.
    func accepts(_ lane: Int, process: Int, generation: Int) -> Bool {
        guard let member = members[lane] else { return false }
        return member.process == process && member.generation == generation
    }
}
