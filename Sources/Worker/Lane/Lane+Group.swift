import Kafka
import Observation
import System
import Vocabulary

/// Assignments, revocations, seeks and pauses.
extension Lane {
    func subscribe() {
        // Do not subscribe again later, because the second subscription would leave and rejoin the group.
        membership.needsSubscription = false
        do throws(KafkaError) {
            // A cooperative assignor can assign the same partition of two topics to different members. So the lane
            // subscribes only to the uploads, and assigns the settings of the same partitions itself.
            try status.asking { () throws(KafkaError) in
                try consumer.subscribe(
                    to: clients.isCooperative ? [topics.uploads] : [topics.uploads, topics.connections],
                    timeoutMilliseconds: Self.callMilliseconds
                )
            }
        } catch {
            ending.error = error
            membership.needsSubscription = error.passesAtWork
            if !membership.needsSubscription { perform(cycle.failedPermanently()) }
        }
    }

    /// Handles a rebalance during a poll, while the group waits for this member.
    func rebalance(_ event: Rebalance) {
        switch event {
        case .assigned(let partitions):
            assigned(partitions)
        case .revoked(let partitions, let isLost):
            let numbers = clients.isCooperative ? uploadNumbers(partitions) : cycle.assigned
            perform(isLost ? cycle.lost(numbers) : cycle.revoked(numbers, at: clocks.steadyMilliseconds()))
            noteRevoked(numbers, isLost: isLost)
            if cycle.hasEnded { unassign(numbers) }
        }
    }

    private func assigned(_ partitions: [TopicPartition]) {
        status.answered(at: clocks.steadyMilliseconds())
        let isCooperative = clients.isCooperative
        let numbers = uploadNumbers(partitions)
        let readable = isCooperative ? Input.both(of: numbers).map(partition) : partitions
        // The start offset is set when the state is restored.
        try? consumer.assignPaused(readable)
        if !isCooperative { membership.positions = PositionWatch() }
        context.sweep.claim(numbers, lane: number)
        observer.partitionsAssigned(lane: number, numbers)
        membership.assigned(numbers)
        documentLogs.noteAssigned(numbers)
        perform(cycle.assigned(numbers, isIncremental: isCooperative))
        announceReadiness()
    }

    /// Releases revoked partitions and logs this, unless it was already done.
    func noteRevoked(_ numbers: [Int32], isLost: Bool) {
        let gone = membership.revoked(numbers)
        context.partitions?.gone(gone, lane: number)
        context.sweep.release(gone, lane: number)
        backlog.forget(numbers)
        if !gone.isEmpty || isLost { observer.partitionsRevoked(lane: number, gone, lost: isLost) }
    }

    private func uploadNumbers(_ partitions: [TopicPartition]) -> [Int32] {
        partitions.filter { $0.topic == topics.uploads }.map(\.partition).sorted()
    }

    func release(_ numbers: [Int32]) {
        restores.cancel(numbers)
        states.drop(numbers)
        forgetRederivations(numbers)
        unassign(numbers)
    }

    /// Unassigns these partitions, or all partitions if the assignment is eager.
    private func unassign(_ numbers: [Int32]) {
        try? clients.isCooperative ? consumer.unassign(Input.both(of: numbers).map(partition)) : consumer.unassign()
    }

    /// Unassigns the partitions that are revoked while the consumer closes.
    func unassignAll(_ event: Rebalance) {
        guard case .revoked(let partitions, _) = event else { return }
        unassign(uploadNumbers(partitions))
    }

    func seek(_ offsets: [Input: Int64]) {
        status.asking {
            let places = offsets.sorted { $0.key < $1.key }.map { (partition: partition($0.key), offset: $0.value) }
            noteSought(Array(offsets.keys))
            do throws(KafkaError) {
                try consumer.move(places, clocks) { assignments(offsets) }
            } catch {
                ending.error = error
                perform(cycle.failedPermanently())
            }
        }
    }

    /// Returns an assignment of all partitions; an input that `offsets` lacks continues at its next offset.
    private func assignments(_ offsets: [Input: Int64]) -> [Assignment] {
        let inputs = Input.both(of: cycle.assigned)
        noteSought(inputs)
        return inputs.map { Assignment(partition($0), from: .offset(offsets[$0] ?? cycle.next($0) ?? 0)) }
    }

    /// Marks the consumer's positions of inputs as stale until their next records arrive.
    private func noteSought(_ inputs: [Input]) {
        let standing = (try? consumer.positions(of: inputs.map(partition))) ?? [:]
        for input in inputs { membership.positions.sought(input, standingAt: standing[partition(input)]) }
    }

    func resume(_ inputs: [Input]) { try? consumer.resume(inputs.map(partition)) }

    func pause(_ inputs: [Input]) { try? consumer.pause(inputs.map(partition)) }

    func suspend() {
        restores.cancel()
        pause(Input.both(of: cycle.assigned))
    }

    func partition(_ input: Input) -> TopicPartition { topics.place(input) }

    /// Returns the positions of the consumer that are not stale.
    func currentPositions() -> [Input: Int64] {
        let inputs = Input.both(of: cycle.assigned)
        guard !inputs.isEmpty, let known = try? consumer.positions(of: inputs.map(partition)) else { return [:] }
        var current: [Input: Int64] = [:]
        for input in inputs {
            guard let position = known[partition(input)] else { continue }
            if membership.positions.isFresh(position, of: input) { current[input] = position }
        }
        return current
    }

    func announceReadiness() {
        guard !membership.isReady, cycle.isRestored else { return }
        membership.isReady = true
        let readable = cycle.assigned.filter { cycle.leftAlone($0) == nil }
        if let partitions = context.readiness.laneIsReady(number, readable) { observer.ready(partitions) }
    }
}
