import Health
import Kafka
import Observation
import Store
import System
import Vocabulary

/// Reading records, and adding them to the batches.
extension Lane {
    func poll() {
        let now = clocks.steadyMilliseconds()
        if let wait = options.replay?.pace?.waitMilliseconds(at: now), wait > 0 {
            cycle.idle()
            return clocks.sleep(milliseconds: min(wait, Self.pollMilliseconds))
        }
        let ahead = cycle.mayDeriveAhead(holding: batches.input.bytes) ? batches.derivable : nil
        let longest = restores.areRunning ? Self.restoringPollMilliseconds : Self.pollMilliseconds
        let wait = ahead == nil ? min(cycle.waitMilliseconds(at: now), longest) : 0
        let message = consumer.poll(timeoutMilliseconds: Int32(wait)) { self.rebalance($0) }
        guard let message else {
            cycle.idle()
            if let ahead { deriveAhead(of: ahead) }
            if cycle.beginHandOver(at: clocks.steadyMilliseconds()) { handOverDerived() }
            return
        }
        if let error = message.error { return failed(error, message.topic, message.partition) }
        guard !message.isEndOfPartition, !cycle.hasEnded else { return }
        take(message)
    }

    /// Derives documents of one connection while there is nothing to read and no commit is due.
    ///
    /// If records may be handed over early, the batch then accepts no more input of this connection.
    private func deriveAhead(of partition: Int32) {
        perform(cycle.beginAhead(at: clocks.steadyMilliseconds()))
        batches.change(partition) { batch in
            if cycle.handsOver { batch.close() } else { batch.deriveAhead() }
        }
        checkSize(at: clocks.steadyMilliseconds())
    }

    /// Hands the derived records over to the producer.
    private func handOverDerived() {
        for partition in batches.partitions {
            var obstacle: KafkaError?
            batches.change(partition) { obstacle = handOver(&$0.outcome, of: partition) }
            if obstacle != nil || !obstacles.isEmpty { return perform(follow(.produce, obstacle)) }
        }
    }

    private func checkSize(at now: Int64) {
        perform(cycle.holding(bytes: batches.input.bytes, connections: batches.input.connections, at: now))
    }

    private func failed(_ error: KafkaError, _ topic: String, _ number: Int32) {
        switch error.kind {
        case .permanent, .fenced:
            ending.error = error
            perform(cycle.consumerFailed())
        case .ofPartition where cycle.assigned.contains(number): leaveUnreadable(error, TopicPartition(topic, number))
        case .passing, .abortable, .broken, .tooLarge, .ofPartition:
            // The consumer recovers from these errors, or a rebalance reports lost partitions.
            observer.brokerLog(severity: 4, facility: error.name, text: error.reason)
        }
    }

    /// Drops a partition until a later retry, because its next records are missing or cannot be decompressed.
    private func leaveUnreadable(_ error: KafkaError, _ place: TopicPartition) {
        let input = Input(place.topic == topics.uploads ? .uploads : .connections, place.partition)
        let ends = try? admin.watermarks(of: place, timeoutMilliseconds: Self.callMilliseconds)
        guard error.saysOffsetIsGone, let next = cycle.next(input), let ends else {
            return leaveAlone(place.partition, reason: Reason(.inputUnreadable, error.withAdvice))
        }
        leaveAlone(
            place.partition,
            reason: Reason(
                .inputTruncated,
                "\(place) is to be read from offset \(next), and its records are those from \(ends.low) to before "
                    + "\(ends.high): what lay between is gone unread, or the topic is another one than it was; if that is "
                    + "meant, start the worker with --adopt-state"
            )
        )
    }

    private func take(_ message: borrowing Message) {
        let topic: RecordPlace.Topic = message.topic == topics.uploads ? .uploads : .connections
        let input = Input(topic, message.partition)
        membership.positions.delivered(input)
        let now = clocks.steadyMilliseconds()
        let isWanted =
            options.replay?.wants(input, key: message.key, timestampMilliseconds: message.timestampMilliseconds) ?? true
        let isClosed = batches.isClosed(message.key, in: input.partition)
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
            checkSize(at: now)
        }
    }

    private func add(_ message: borrowing Message, of input: Input) {
        guard let store = states[input.partition] else { return }
        let place = RecordPlace(message, of: input.topic)
        if input.topic == .uploads { batches.note(message.timestampMilliseconds, in: input.partition) }
        states.read(LogMark(message), of: input)
        batches.begin(input.partition) { processor.batch(over: store) }
        let isAccounted = input.topic == .uploads && observer.writes(.debug)
        let before = isAccounted ? batches.accounting(of: input.partition) : nil
        batches.change(input.partition) { batch in
            processor.add(place, key: message.key, value: message.value, to: &batch)
        }
        if let before { batches.note(place, before: before) }
    }
}
