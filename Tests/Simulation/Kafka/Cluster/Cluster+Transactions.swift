import System

/// Why a broker refuses a request.
struct Refusal: Error {
    let code: ErrorCode
    /// It may be asked again soon.
    var passes = false
    /// The client makes of it that it can do nothing more.
    var isFatal = false
    /// The client makes of it that the transaction must be aborted.
    var isAbortable = false

    static let concurrent = Refusal(code: .concurrentTransactions, passes: true)
    /// How librdkafka says that somebody newer has the name.
    static let fenced = Refusal(code: .fenced, isFatal: true)
}

/// What the coordinator of transactions does with what producers ask.
extension Cluster {
    /// A producer begins: the one before it is fenced, and what it had open is aborted first.
    func initProducer(_ id: String, timeout: Int64) throws(Refusal) -> Int {
        let known = transactionalIDs[id] ?? TransactionalID(producerID: transactionalIDs.count + 1, timeout: timeout)
        transactionalIDs[id] = known
        known.timeout = timeout
        if known.isEnding { throw .concurrent }
        if known.transaction != nil {
            known.epoch += 1
            end(known, .aborted)
            throw .concurrent
        }
        known.epoch += 1
        known.last = nil
        return known.epoch
    }

    private func known(_ id: String, _ epoch: Int) throws(Refusal) -> TransactionalID {
        guard let known = transactionalIDs[id], known.epoch == epoch else { throw .fenced }
        return known
    }

    private func open(_ id: String, _ epoch: Int) throws(Refusal) -> Transaction {
        let known = try known(id, epoch)
        if known.isEnding { throw .concurrent }
        if let transaction = known.transaction { return transaction }
        let transaction = Transaction(of: known.producerID, at: world.now)
        known.transaction = transaction
        return transaction
    }

    /// A batch of one partition, which becomes part of the transaction.
    func produce(
        _ id: String,
        _ epoch: Int,
        _ batch: [OutgoingRecord],
        to place: TopicPartition
    ) throws(Refusal) -> Int64 {
        _ = try known(id, epoch)
        // A place that is not there opens no transaction.
        guard let log = log(place), let topic = topics[place.topic] else {
            throw Refusal(code: .unknownTopicOrPartition)
        }
        if unwritable.contains(place.topic) { throw Refusal(code: .topicAuthorizationFailed, isAbortable: true) }
        let transaction = try open(id, epoch)
        if !transaction.partitions.contains(place) { transaction.partitions.append(place) }
        let longest = topic.settings["max.message.bytes"].flatMap { Int($0) } ?? 1_048_588
        guard batch.reduce(61, { $0 + $1.bytes }) <= longest else { throw Refusal(code: .messageTooLarge) }
        var last: Int64 = -1
        for record in batch {
            last = log.append(
                key: record.key,
                value: record.value,
                headers: record.headers,
                timestamp: record.timestamp,
                transaction: transaction
            )
        }
        return last
    }

    /// The group's offsets become part of the transaction.
    func sendOffsets(
        _ id: String,
        _ epoch: Int,
        _ offsets: [TopicPartition: Int64],
        _ member: GroupMetadata
    ) throws(Refusal) {
        let transaction = try open(id, epoch)
        let group = group(member.group)
        if !transaction.groups.contains(member.group) { transaction.groups.append(member.group) }
        try group.check(member)
        group.hold(offsets, for: transaction)
    }

    func endTransaction(_ id: String, _ epoch: Int, commits: Bool) throws(Refusal) {
        let known = try known(id, epoch)
        let wanted: Transaction.Outcome = commits ? .committed : .aborted
        guard let transaction = known.transaction else {
            // The answer was lost, and the same is asked again.
            if let last = known.last, last.outcome == wanted, last.epoch == epoch { return }
            throw Refusal(code: .invalidTransactionState, isFatal: true)
        }
        if transaction.outcome == .open { return end(known, wanted) }
        guard transaction.outcome == wanted else { throw Refusal(code: .invalidTransactionState, isFatal: true) }
    }

    /// Whether a producer has a transaction that is open.
    func hasOpen(_ id: String, _ epoch: Int) -> Bool {
        guard let known = transactionalIDs[id], known.epoch == epoch else { return false }
        return known.transaction?.outcome == .open
    }

    /// Decides a transaction, and has its markers written, each in its own time.
    func end(_ id: TransactionalID, _ outcome: Transaction.Outcome) {
        guard let transaction = id.transaction else { return }
        transaction.outcome = outcome
        id.last = (outcome, id.epoch)
        transaction.unmarked = transaction.partitions.count + transaction.groups.count
        if transaction.unmarked == 0 { return isMarked(id, transaction) }
        func soon(_ body: @escaping () -> Void) {
            world.at(world.now + Int64(world.below(max(1, weather.markerMilliseconds)))) { [self] in
                body()
                transaction.unmarked -= 1
                if transaction.unmarked == 0 { isMarked(id, transaction) }
                world.announce()
            }
        }
        for place in transaction.partitions {
            // A topic that was deleted and made again before gets the marker too; one that goes meanwhile does not, since the
            // coordinator finds no leader of it.
            let log = log(place)
            soon { [self] in if log === self.log(place) { log?.mark(transaction, at: world.wallMilliseconds) } }
        }
        for name in transaction.groups { soon { [self] in group(name).settle(transaction) } }
    }

    private func isMarked(_ id: TransactionalID, _ transaction: Transaction) {
        if id.transaction === transaction { id.transaction = nil }
    }
}
