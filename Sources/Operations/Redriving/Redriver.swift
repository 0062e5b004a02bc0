import JSON
import Kafka
package import Worker

/// Redrives or parks dead letters, each at most once.
package struct Redriver: ~Copyable {
    /// The action to take on dead letters.
    package enum Action: Sendable {
        /// With `again`, closed dead letters are redriven too.
        case redrive(RedriveWords, again: Bool)
        case park
    }

    /// The result of the action.
    package struct Tally: Equatable, Sendable {
        /// The number of records sent.
        package var records = 0
        /// The number of dead letters marked.
        package var letters = 0
        /// The number of selected dead letters that were left unchanged.
        package var notSent = 0

        package init() {}
    }

    let cluster: Cluster
    let owner: StateOwner
    let topic: DeadLetterTopic
    /// The writer of redriven records and markers; nil in a dry run.
    let writer: MarkWriter?
    var parser: Parser
    /// The partition counts of the input topics; empty unless the action is a redrive.
    let inputs: [String: Int32]
    package internal(set) var tally = Tally()
    private let action: Action
    private let isDryRun: Bool
    private let onDone: (LetterChange) -> Void
    private let onNotSent: (NotSent) -> Void

    /// - Parameters:
    ///   - action: The action to take.
    ///   - cluster: The brokers and topics.
    ///   - owner: The program that has written the dead letters.
    ///   - isDryRun: Whether to write nothing.
    ///   - onDone: Receives each change after its commit, or instead of it in a dry run.
    ///   - onNotSent: Receives each selected dead letter that is left unchanged.
    /// - Throws: If no broker answers, if a broker refuses a request, or if the topic does not exist.
    package init(
        _ action: Action,
        in cluster: Cluster,
        of owner: StateOwner = .worker,
        isDryRun: Bool,
        onDone: @escaping (LetterChange) -> Void,
        onNotSent: @escaping (NotSent) -> Void
    ) throws(OperationError) {
        let topic = try DeadLetterTopic(cluster, of: owner)
        let names = action.isRedrive ? cluster.topics.refusing(owner) : []
        let inputs = try names.isEmpty ? [:] : topic.reader.partitionCounts(of: names)
        if action.isRedrive { try Self.checkThatTheyAreLive(topic.reader, cluster) }
        writer = isDryRun ? nil : try MarkWriter(cluster, of: owner)
        parser = Parser()
        self.inputs = inputs
        self.topic = topic
        self.cluster = cluster
        self.owner = owner
        self.action = action
        self.isDryRun = isDryRun
        self.onDone = onDone
        self.onNotSent = onNotSent
    }

    /// Applies the action to the selected dead letters; committed changes stay, even if a later one fails.
    package mutating func perform(_ choice: LetterChoice) throws(OperationError) {
        // A dry run may miss the markers of an open transaction.
        if !isDryRun { try cluster.settle(topic.partitions) }
        var index = try topic.index(choice, keepsOthers: action.isRedrive)
        let forgotten = try ForgottenConnections.read(cluster)
        index.note(forgotten)
        cluster.progress.title = action.isRedrive ? "redriving" : "parking"
        cluster.progress.unit = "dead letters"
        switch action {
        case .redrive(let words, let again): try redrive(index, choice, words, again)
        case .park: try park(index, choice)
        }
    }

    /// Throws for the prefix of a replay: its uploads are also in the live topics and would be processed twice.
    private static func checkThatTheyAreLive(
        _ reader: borrowing TopicReader,
        _ cluster: Cluster
    ) throws(OperationError) {
        let name = ReplayRecord.topic(cluster.topics.prefix)
        guard let count = try reader.partitionCounts(of: [name])[name] else { return }
        var replay = ReplayRecord()
        let partitions = (0..<count).map { TopicPartition(name, $0) }
        try reader.read(partitions) { message throws(OperationError) in
            replay.take(key: [UInt8](message.key) ?? [], value: [UInt8](message.value))
        }
        guard replay.request != nil, !replay.isLive else { return }
        throw OperationError(
            "\(cluster.topics.prefix) is a replay, and its dead letters cannot be redriven: redrive those of the live topics"
        )
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
                        NotSent($0, "results in a record that is too long for \(topic): raise its max.message.bytes")
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

extension Redriver.Action {
    fileprivate var isRedrive: Bool { if case .redrive = self { true } else { false } }
}
