import Worker

/// What the group wants of a lane, as its consumer would report it from a poll.
extension SimulatedLane {
    mutating func poll(_ broker: inout SimulatedBroker, _ dice: inout SimulatedDice, at now: Int64) {
        guard let member = broker.members[id] else {
            isRevoking = true
            pending = generation < 0 && owned.isEmpty ? [.release([])] : cycle.lost(broker.isCooperative ? owned : nil)
            return
        }
        if member.process != process {
            pending = cycle.consumerFailed()
        } else if !broker.isCooperative, broker.isRebalancing, !member.hasJoined {
            // Everything that the callback does comes before this member joins.
            isRevoking = true
            pending = generation < 0 ? [.release([])] : cycle.revoked(at: now)
        } else if let assigned = member.assigned, member.generation != generation {
            take(assigned, member.generation, &broker, at: now)
        } else if !restores.isEmpty, dice.below(2) == 0 {
            restore(broker, &dice, at: now)
        } else {
            read(broker, &dice, at: now)
        }
    }

    private mutating func take(
        _ assigned: [Int32],
        _ next: Int,
        _ broker: inout SimulatedBroker,
        at now: Int64
    ) {
        let going = owned.filter { !assigned.contains($0) }
        if broker.isCooperative, !going.isEmpty {
            // First what goes, and only then, in another poll, what comes.
            asksAgain = true
            pending = cycle.revoked(going, at: now)
            return
        }
        let coming = broker.isCooperative ? assigned.filter { !owned.contains($0) } : assigned
        let inputs = coming.flatMap { [Input.uploads($0), .connections($0)] }
        generation = next
        owned = assigned
        positions = broker.isCooperative ? positions.filter { !inputs.contains($0.key) } : [:]
        paused.formUnion(inputs)
        pending = cycle.assigned(coming, isIncremental: broker.isCooperative)
        if asksAgain { broker.rejoin(id, owning: owned) }
        asksAgain = false
    }

    /// What the client does beside the lane's thread: it joins, and what it has goes on.
    ///
    /// What the last rebalance brought must have been taken by the lane before.
    mutating func joinBeside(_ broker: inout SimulatedBroker) {
        guard broker.isCooperative, broker.isRebalancing, isSubscribed, !hasEnded, let member = broker.members[id],
            member.process == process, !member.hasJoined, member.generation == generation, !asksAgain
        else { return }
        broker.rejoin(id, owning: owned)
    }

    mutating func release(_ partitions: [Int32], _ broker: inout SimulatedBroker) {
        guard broker.isCooperative, !isRevoking else {
            restores = [:]
            owned = []
            generation = -1
            asksAgain = false
            if isRevoking, isSubscribed { broker.join(id, process: process) }
            isRevoking = false
            return
        }
        owned.removeAll { partitions.contains($0) }
        for partition in partitions {
            restores[partition] = nil
            stores[partition] = nil
        }
    }
}
