import JSON
import Kafka
import Worker

/// Sends dead letters through again, or puts them aside, each once.
package struct Redriver: ~Copyable {
    /// What is to be done about letters.
    package enum Deed: Sendable {
        /// With what the caller adds; marked ones too if `again`.
        case redrive(RedriveWords, again: Bool)
        case park
    }

    /// What has come of it.
    package struct Tally: Equatable, Sendable {
        /// Records that were sent.
        package var records = 0
        /// Letters that were marked.
        package var letters = 0
        /// Letters that were asked for and left as they are.
        package var notSent = 0
        package var wasStopped = false

        package init() {}
    }

    let cluster: Cluster
    let topic: DeadLetterTopic
    /// Nil where nothing is to be written.
    let writer: MarkWriter?
    var parser: Parser
    /// How many partitions the input topics have, where letters may go back to them.
    let inputs: [String: Int32]
    package internal(set) var tally = Tally()
    private let deed: Deed
    private let onDone: (LetterChange) -> Void
    private let onNotSent: (NotSent) -> Void

    /// - Parameters:
    ///   - deed: what is to be done.
    ///   - cluster: where the topics are.
    ///   - isDryRun: whether nothing is to be written.
    ///   - work: hears how far the reading is.
    ///   - onDone: hears of what is done, when it is committed, or would be.
    ///   - onNotSent: hears of each letter that was asked for and stays.
    /// - Throws: when brokers say nothing, refuse, or have no such topic.
    package init(
        _ deed: Deed,
        in cluster: Cluster,
        isDryRun: Bool,
        _ work: inout LongWork,
        onDone: @escaping (LetterChange) -> Void,
        onNotSent: @escaping (NotSent) -> Void
    ) throws(OperationError) {
        let topic = try DeadLetterTopic(cluster)
        let names = deed.isRedrive ? [cluster.topics.uploads, cluster.topics.connections] : []
        let inputs = try names.isEmpty ? [:] : topic.reader.partitionCounts(of: names)
        if deed.isRedrive { try Self.checkThatTheyAreLive(topic.reader, cluster, &work) }
        writer = isDryRun ? nil : try MarkWriter(cluster)
        parser = Parser()
        self.inputs = inputs
        self.topic = topic
        self.cluster = cluster
        self.deed = deed
        self.onDone = onDone
        self.onNotSent = onNotSent
    }

    /// Does it to all letters of a choice; what is committed stays done whatever comes after.
    package mutating func perform(
        _ choice: LetterChoice,
        _ work: inout LongWork
    ) throws(OperationError) {
        guard try settle(&work), var index = try topic.index(choice, keepsOthers: deed.isRedrive, &work),
            let forgotten = try ForgottenConnections.read(cluster, &work)
        else {
            tally.wasStopped = true
            return
        }
        index.note(forgotten)
        work.title = deed.isRedrive ? "redriving" : "parking"
        work.unit = "letters"
        switch deed {
        case .redrive(let words, let again): try redrive(index, choice, words, again, &work)
        case .park: try park(index, choice, &work)
        }
    }

    /// Letters of a replay came of uploads that are live elsewhere: sent again they would be taken twice.
    private static func checkThatTheyAreLive(
        _ reader: borrowing TopicReader,
        _ cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) {
        let name = ReplayRecord.topic(cluster.topics.prefix)
        guard let count = try reader.partitionCounts(of: [name])[name] else { return }
        var replay = ReplayRecord()
        let partitions = (0..<count).map { TopicPartition(name, $0) }
        _ = try reader.read(partitions, &work) { message throws(OperationError) in
            replay.take(key: [UInt8](message.key) ?? [], value: [UInt8](message.value))
        }
        guard replay.request != nil, !replay.isLive else { return }
        throw OperationError(
            "\(cluster.topics.prefix) is a replay, whose letters are shown and not redriven: redrive those of the live topics"
        )
    }

    /// Whether the marks that are there now can be seen; false when the work was stopped.
    private func settle(_ work: inout LongWork) throws(OperationError) -> Bool {
        switch writer {
        case .some: try cluster.settle(topic.partitions, &work)
        case .none: true
        }
    }

    mutating func leave(_ letters: some Sequence<NotSent>) {
        for letter in letters {
            tally.notSent += letter.isFailure ? 1 : 0
            onNotSent(letter)
        }
    }

    mutating func commit(_ changes: [LetterChange]) throws(OperationError) {
        var unfit: Set<LetterPlace> = []
        if let left = try writer?.commit(changes) {
            for change in left { unfit.formUnion(change.letters) }
            leave(
                left.flatMap { change in
                    let topic = change.record?.topic ?? ""
                    return change.letters.map {
                        NotSent($0, "comes to a record that is longer than \(topic) takes: raise its max.message.bytes")
                    }
                }
            )
        }
        for change in changes where !change.letters.contains(where: unfit.contains) {
            tally.letters += change.letters.count
            tally.records += change.record == nil ? 0 : 1
            onDone(change)
        }
    }
}

extension Redriver.Deed {
    fileprivate var isRedrive: Bool { if case .redrive = self { true } else { false } }
}
