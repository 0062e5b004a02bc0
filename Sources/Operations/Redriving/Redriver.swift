import Glibc
import Health
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

    /// So long an open transaction of somebody else is waited for: longer than a worker's may take.
    private static let settlingSeconds = 60
    private let cluster: Cluster
    private let topic: DeadLetterTopic
    /// Nil where nothing is to be written.
    private let writer: MarkWriter?
    private var parser: Parser
    /// How many partitions the input topics have.
    private let inputs: [String: Int32]
    package private(set) var tally = Tally()
    private let onDone: (LetterChange) -> Void
    private let onNotSent: (NotSent) -> Void

    /// - Parameters:
    ///   - cluster: where the topics are.
    ///   - isDryRun: whether nothing is to be written.
    ///   - onDone: hears of what is done, when it is committed, or would be.
    ///   - onNotSent: hears of each letter that was asked for and stays.
    /// - Throws: when brokers say nothing, refuse, or have no such topic.
    package init(
        _ cluster: Cluster,
        isDryRun: Bool,
        onDone: @escaping (LetterChange) -> Void,
        onNotSent: @escaping (NotSent) -> Void
    ) throws(OperationError) {
        let topic = try DeadLetterTopic(cluster)
        let inputs = try topic.reader.partitionCounts(of: [cluster.topics.uploads, cluster.topics.connections])
        writer = isDryRun ? nil : try MarkWriter(cluster)
        parser = Parser()
        self.inputs = inputs
        self.topic = topic
        self.cluster = cluster
        self.onDone = onDone
        self.onNotSent = onNotSent
    }

    /// Does it to all letters of a choice; what is committed stays done whatever comes after.
    package mutating func perform(
        _ deed: Deed,
        _ choice: LetterChoice,
        _ work: inout LongWork
    ) throws(OperationError) {
        if deed.isRedrive { try checkThatTheyAreLive(&work) }
        guard try settle(&work), let index = try topic.index(choice, keepsOthers: deed.isRedrive, &work) else {
            tally.wasStopped = true
            return
        }
        work.title = deed.isRedrive ? "redriving" : "parking"
        work.unit = "letters"
        switch deed {
        case .redrive(let words, let again): try redrive(index, choice, words, again, &work)
        case .park: try park(index, choice, &work)
        }
    }

    /// Letters of a replay came of uploads that are live elsewhere: sent again they would be taken twice.
    private func checkThatTheyAreLive(_ work: inout LongWork) throws(OperationError) {
        let name = ReplayRecord.topic(cluster.topics.prefix)
        guard let count = try topic.reader.partitionCounts(of: [name])[name] else { return }
        var replay = ReplayRecord()
        let partitions = (0..<count).map { TopicPartition(name, $0) }
        _ = try topic.reader.read(partitions, &work) { message throws(OperationError) in
            replay.take(key: [UInt8](message.key) ?? [], value: [UInt8](message.value))
        }
        guard replay.request != nil, !replay.isLive else { return }
        throw OperationError(
            "\(cluster.topics.prefix) is a replay, whose letters are shown and not redriven: redrive those of the live topics"
        )
    }

    /// Waits until what others have begun to write to the topic is over: a mark that is committed behind it is not to be
    /// seen before.
    private func settle(_ work: inout LongWork) throws(OperationError) -> Bool {
        if writer == nil { return true }
        let all = try admin(.uncommitted)
        let committed = try admin(.committed)
        let deadline = ContinuousClock.now + .seconds(Self.settlingSeconds)
        for partition in topic.partitions {
            let end = try Self.end(of: partition, all, cluster)
            while try Self.end(of: partition, committed, cluster) < end {
                guard work.goesOn() else { return false }
                guard ContinuousClock.now < deadline else {
                    throw OperationError(
                        "a transaction on \(partition) has been open for more than \(Self.settlingSeconds) s, and marks may "
                            + "lie behind it: run this again when it has ended"
                    )
                }
                usleep(50_000)
            }
        }
        return true
    }

    private func admin(_ isolation: Admin.Isolation) throws(OperationError) -> Admin {
        try OperationError.of { () throws(KafkaError) in
            try Admin(cluster.admin, isolation: isolation, onEvent: cluster.events)
        }
    }

    private static func end(
        of partition: TopicPartition,
        _ admin: borrowing Admin,
        _ cluster: Cluster
    ) throws(OperationError) -> Int64 {
        try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.watermarks(of: partition, timeoutMilliseconds: timeout).high
        }
    }

    private mutating func leave(_ letters: some Sequence<NotSent>) {
        for letter in letters {
            tally.notSent += 1
            onNotSent(letter)
        }
    }

    private mutating func commit(_ changes: [LetterChange]) throws(OperationError) {
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

extension Redriver {
    private mutating func park(
        _ index: LetterIndex,
        _ choice: LetterChoice,
        _ work: inout LongWork
    ) throws(OperationError) {
        let letters = index.letters(all: false)
        leave(index.missing.map { NotSent($0, "is no dead letter, or not there any more") })
        if choice.areNamed {
            leave(index.chosen.filter { $0.state == .redriven }.map { NotSent($0.place, "was redriven before") })
        }
        var start = 0
        while start < letters.count {
            guard work.goesOn(done: Int64(start), of: Int64(letters.count)) else {
                tally.wasStopped = true
                return
            }
            let end = LetterPages.end(from: start, to: letters.count) { letters[$0].byteCount }
            let places = letters[start..<end].map(\.place)
            guard let read = try topic.letters(at: places, withValues: false, &work) else {
                tally.wasStopped = true
                return
            }
            let changes = places.compactMap { place in
                read[place].map { LetterChange(record: nil, state: .parked, letters: [place], key: $0.record.key) }
            }
            try commit(changes)
            start = end
        }
    }

    private mutating func redrive(
        _ index: consuming LetterIndex,
        _ choice: LetterChoice,
        _ words: RedriveWords,
        _ again: Bool,
        _ work: inout LongWork
    ) throws(OperationError) {
        let names = [cluster.topics.uploads, cluster.topics.connections]
        let plan = RedrivePlan(index, again: again, inputs: Set(names), areNamed: choice.areNamed)
        leave(plan.notSent)
        if plan.stepCount > 0 { try writer?.warmUp([cluster.topics.deadLetters] + inputs.keys.sorted()) }
        var start = 0
        var done = 0
        while start < plan.stepCount {
            guard work.goesOn(done: Int64(done), of: Int64(plan.letterCount)) else {
                tally.wasStopped = true
                return
            }
            let page = plan.page(from: start)
            let steps = page.compactMap { plan[$0] }
            guard let changes = try changes(steps, words, &work) else {
                tally.wasStopped = true
                return
            }
            try commit(changes)
            done += steps.reduce(0) { $0 + $1.letters.count }
            start = page.upperBound
        }
    }

    /// What a page of steps comes to; nil when the work was stopped.
    private mutating func changes(
        _ steps: [RedriveStep],
        _ words: RedriveWords,
        _ work: inout LongWork
    ) throws(OperationError) -> [LetterChange]? {
        let places = steps.flatMap { $0.carriers.map(\.place) }
        guard let letters = try topic.letters(at: places, withValues: true, &work) else { return nil }
        var wanted: [RefusedPlace: (need: RefusedOriginal.Need, letter: DeadLetterRecord)] = [:]
        for step in steps {
            guard let need = step.need(letters, words),
                let letter = step.carriers.first.flatMap({ letters[$0.place]?.record })
            else { continue }
            wanted[step.original] = (need, letter)
        }
        guard let originals = try originals(wanted, &work) else { return nil }
        var changes: [LetterChange] = []
        for step in steps {
            let make = step.make(letters, originals[step.original], words, &parser)
            leave(make.notSent)
            guard let record = make.record else { continue }
            if record.partition >= inputs[record.topic] ?? 0 {
                let reason = "was refused in partition \(record.partition) of \(record.topic), which is not there"
                leave(step.chosen.map { NotSent($0.place, reason) })
                continue
            }
            let key = step.carriers.first.flatMap { letters[$0.place]?.record.key }
            changes.append(LetterChange(record: record, state: .redriven, letters: record.letters, key: key))
        }
        return changes
    }

    /// What is needed of refused records, as far as they are still there; nil when the work was stopped.
    private mutating func originals(
        _ wanted: [RefusedPlace: (need: RefusedOriginal.Need, letter: DeadLetterRecord)],
        _ work: inout LongWork
    ) throws(OperationError) -> [RefusedPlace: RefusedOriginal]? {
        var offsets: [TopicPartition: [Int64]] = [:]
        for place in wanted.keys where place.partition < inputs[place.topic] ?? 0 {
            offsets[TopicPartition(place.topic, place.partition), default: []].append(place.offset)
        }
        var originals: [RefusedPlace: RefusedOriginal] = [:]
        // Taken out, so that the closure does not hold all of this.
        var parser = Parser()
        swap(&parser, &self.parser)
        defer { swap(&parser, &self.parser) }
        let isWhole = try topic.reader.read(at: offsets, &work) { message in
            let place = RefusedPlace(message.topic, message.partition, message.offset)
            guard let (need, letter) = wanted[place] else { return }
            let key = [UInt8](message.key)
            // Another record at its place, as in a topic that was made again, is not what was refused.
            guard letter.isOf(key: key, timestampMilliseconds: message.timestampMilliseconds) else { return }
            originals[place] = RefusedOriginal(key: key, value: [UInt8](message.value), need: need, &parser)
        }
        return isWhole ? originals : nil
    }
}

extension Redriver.Deed {
    fileprivate var isRedrive: Bool { if case .redrive = self { true } else { false } }
}

extension LetterChoice {
    /// Whether each letter is meant by itself.
    fileprivate var areNamed: Bool { if case .places = self { true } else { false } }
}

extension DeadLetterRecord {
    /// Whether a record with this key and time can be the one that was refused.
    fileprivate func isOf(key: [UInt8]?, timestampMilliseconds: Int64?) -> Bool {
        header("fork-timestamp") == timestampMilliseconds.map { String($0) }
            && (key == self.key || header("fork-key-omitted") != nil)
    }
}
