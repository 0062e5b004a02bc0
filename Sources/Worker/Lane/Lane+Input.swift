import Health
import Kafka
import Observation
import Store
import System

/// Reading records, and adding them to the batches.
extension Lane {
    func poll() {
        let now = clocks.steadyMilliseconds()
        if let wait = options.replay?.pace?.waitMilliseconds(at: now), wait > 0 {
            cycle.idle()
            return clocks.sleep(milliseconds: min(wait, Self.pollMilliseconds))
        }
        let mayDeriveAhead = cycle.mayDeriveAhead(holding: uncommitted.bytes)
        let ahead = mayDeriveAhead ? batches.first { $0.value.canDeriveAhead }?.key : nil
        let longest = restores.areRunning ? Self.restoringPollMilliseconds : Self.pollMilliseconds
        let wait = ahead == nil ? min(cycle.waitMilliseconds(at: now), longest) : 0
        let message = consumer.poll(timeoutMilliseconds: Int32(wait)) { self.rebalance($0) }
        guard let message else {
            cycle.idle()
            if let ahead { deriveAhead(of: ahead) }
            return
        }
        if let error = message.error { return failed(error, message.topic, message.partition) }
        guard !message.isEndOfPartition, !cycle.hasEnded else { return }
        take(message)
    }

    /// Derives documents of one connection while nothing can be read and the commit is not due.
    ///
    /// The records are also handed over, if their topics are known to accept them.
    private func deriveAhead(of partition: Int32) {
        perform(cycle.beginAhead(at: clocks.steadyMilliseconds()))
        // Remove the batch from the dictionary, because a second reference would make each change copy it.
        guard var batch = batches.removeValue(forKey: partition) else { return }
        uncommitted.bytes -= batch.weightBytes
        var obstacle: KafkaError?
        if cycle.handsOver {
            if batch.close() { obstacle = handOver(&batch.outcome, of: partition) }
        } else {
            batch.deriveAhead()
        }
        uncommitted.bytes += batch.weightBytes
        batches[partition] = batch
        if obstacle != nil || !obstacles.isEmpty { return perform(follow(.produce, obstacle)) }
        let now = clocks.steadyMilliseconds()
        perform(cycle.holding(bytes: uncommitted.bytes, connections: uncommitted.connections, at: now))
    }

    private func failed(_ error: KafkaError, _ topic: String, _ number: Int32) {
        switch error.kind {
        case .permanent, .fenced:
            lastError = error
            perform(cycle.consumerFailed())
        case .ofPartition where cycle.assigned.contains(number): leaveUnreadable(error, TopicPartition(topic, number))
        case .passing, .abortable, .broken, .tooLarge, .ofPartition:
            // The consumer recovers from these errors itself. Lost partitions are reported by a rebalance.
            observer.brokerLog(severity: 4, facility: error.name, text: error.reason)
        }
    }

    /// Leaves a partition alone whose next records are missing or cannot be decompressed.
    private func leaveUnreadable(_ error: KafkaError, _ place: TopicPartition) {
        let input = Input(place.topic == topics.uploads ? .uploads : .connections, place.partition)
        let ends = try? admin.watermarks(of: place, timeoutMilliseconds: Self.callMilliseconds)
        guard error.saysOffsetIsGone, let next = cycle.next(input), let ends else {
            return leaveAlone(place.partition, reason: error.withAdvice)
        }
        leaveAlone(
            place.partition,
            reason: "\(place) is to be read from offset \(next), and its records are those from \(ends.low) to before "
                + "\(ends.high): what lay between is gone unread, or the topic is another one than it was; if that is "
                + "meant, start the worker with --adopt-state"
        )
    }

    private func take(_ message: borrowing Message) {
        let topic: RecordPlace.Topic = message.topic == topics.uploads ? .uploads : .connections
        let input = Input(topic, message.partition)
        positions.delivered(input)
        let now = clocks.steadyMilliseconds()
        let isWanted =
            options.replay?.wants(input, key: message.key, timestampMilliseconds: message.timestampMilliseconds) ?? true
        let isClosed = batches[input.partition]?.isClosed(message.key) ?? false
        switch cycle.received(input, offset: message.offset, isWanted: isWanted, isClosed: isClosed, at: now) {
        case .skip: return
        case .wait: perform(cycle.mustWait(input, at: message.offset, at: now))
        case .beyond: pause([input])
        case .putBack(let offset):
            pause([input])
            seek([input: offset])
        case .take:
            if input.topic == .uploads { options.replay?.pace?.took(at: now) }
            add(message, of: input)
            perform(cycle.holding(bytes: uncommitted.bytes, connections: uncommitted.connections, at: now))
        }
    }

    private func add(_ message: borrowing Message, of input: Input) {
        guard let store = stores[input.partition] else { return }
        let place = RecordPlace(
            topic: input.topic,
            partition: input.partition,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            traceparent: [UInt8](message.headers.last("traceparent")),
            redrive: [UInt8](message.headers.last(RedriveCount.header)).flatMap { RedriveCount($0) },
            originalMilliseconds: [UInt8](message.headers.last(OriginalTimestamp.header))
                .flatMap { OriginalTimestamp.milliseconds($0) }
        )
        // Take out only numbers, because a second reference to the batch would make the next change copy it.
        uncommitted.bytes -= batches[input.partition]?.weightBytes ?? 0
        uncommitted.connections -= batches[input.partition]?.connections ?? 0
        if input.topic == .uploads { uncommitted.note(message.timestampMilliseconds, in: input.partition) }
        lastRead.note(InputMark(message), of: input)
        let before = accounting(of: input)
        let empty = processor.batch(over: store)
        processor.add(place, key: message.key, value: message.value, to: &batches[input.partition, default: empty])
        uncommitted.bytes += batches[input.partition]?.weightBytes ?? 0
        uncommitted.connections += batches[input.partition]?.connections ?? 0
        if let before, let after = batches[input.partition]?.accounting {
            accounts.append(UploadAccount(place, before: before, after: after))
        }
    }

    /// Returns the counts of the batch so far, or nil if uploads are not logged individually.
    private func accounting(of input: Input) -> Accounting? {
        guard input.topic == .uploads, observer.writes(.debug) else { return nil }
        return batches[input.partition]?.accounting ?? Accounting()
    }
}
