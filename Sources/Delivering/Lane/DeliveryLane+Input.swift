import Dispatching
import Kafka
import Observation
import Requests
import System
import Vocabulary
import Webhooks
import Worker

/// The input of a lane: records of jobs, as long as the dispatcher has room for more.
extension DeliveryLane {
    /// Receives the available records, or waits for the first record or the end of a request.
    func poll() {
        var wait = waitMilliseconds
        for _ in 0..<Self.turnRecords {
            var hasRebalanced = false
            let message = consumer.poll(timeoutMilliseconds: Int32(wait)) { event in
                hasRebalanced = true
                self.rebalance(event)
            }
            guard let message else {
                if !hasRebalanced, end == nil { notePositions() }
                return
            }
            wait = 0
            if let error = message.error {
                failed(error, message.partition)
            } else if !message.isEndOfPartition {
                receive(message)
            }
            if end != nil || status.isStopRequested { return }
        }
    }

    /// The longest time that a poll may wait before a request or a commit is due, in milliseconds.
    private var waitMilliseconds: Int64 {
        if restores.areRunning { return 5 }
        let untilBegin = max(0, dispatcher.nextBegin - wall)
        let sinceCommit = clocks.steadyMilliseconds() - committedAt
        let untilCommit = dispatcher.hasChanges ? max(0, Self.commitMilliseconds - sinceCommit) : .max
        return min(Self.pollMilliseconds, untilBegin, untilCommit)
    }

    private func receive(_ message: borrowing Message) {
        let partition = message.partition
        positions.delivered(.uploads(partition))
        guard owned.receive(message) else { return }
        dispatcher.received(
            DispatchRecord(
                partition: partition,
                offset: message.offset,
                timestampMilliseconds: message.timestampMilliseconds,
                key: [UInt8](message.key),
                value: [UInt8](message.value),
                traceparent: [UInt8](message.headers.last("traceparent")),
                sequence: [UInt8](message.headers.last(SequenceHeader.name))
            ),
            at: wall
        )
        if !dispatcher.wantsInput(partition) { adjustInput() }
    }

    private func failed(_ error: KafkaError, _ partition: Int32) {
        switch error.kind {
        case .permanent, .fenced: fail("the consumer cannot continue", error)
        case .ofPartition where owned.isServed(partition):
            client.cancel(dispatcher.released([partition]).map(\.number))
            owned.drop([partition])
            try? consumer.pause([place(partition)])
            leaveAlone(partition, Reason(.inputUnreadable, "its jobs cannot be read: \(error.withAdvice)"))
        case .passing, .abortable, .broken, .tooLarge, .ofPartition:
            context.observer.brokerLog(severity: 4, facility: error.name, text: error.reason)
        }
    }

    /// Advances past transaction markers, which `poll` does not return, so that the lag can fall to 0.
    private func notePositions() {
        let reading = owned.restored.filter { !owned.isPaused($0) }
        guard !reading.isEmpty, let known = try? consumer.positions(of: reading.map(place)) else { return }
        for partition in reading {
            guard let position = known[place(partition)], positions.isFresh(position, of: .uploads(partition)) else {
                continue
            }
            if owned.pass(to: position, in: partition) { dispatcher.advanced(partition, to: position) }
        }
    }

    /// Resumes partitions whose input the dispatcher wants, and pauses all other partitions.
    func adjustInput() {
        for partition in owned.restored {
            let isWanted = dispatcher.wantsInput(partition)
            guard isWanted == owned.isPaused(partition) else { continue }
            do throws(KafkaError) {
                try isWanted ? consumer.resume([place(partition)]) : consumer.pause([place(partition)])
                owned.pause(partition, !isWanted)
            } catch {
                fail("\(place(partition)) cannot be paused or resumed", error)
            }
        }
    }
}
