package import Kafka
package import Worker

/// Reads the dead-letter topic: an index of all dead letters, or single dead letters by position.
package struct DeadLetterTopic: ~Copyable {
    let reader: TopicReader
    private let progress: Progress
    let partitions: [TopicPartition]
    private let topic: String

    /// Connects to the brokers, and checks that the topic exists.
    ///
    /// - Throws: If brokers do not answer, or if the topic is missing.
    package init(_ cluster: Cluster, of owner: StateOwner = .worker) throws(OperationError) {
        let topic = cluster.topics.deadLetters(of: owner)
        let reader = try TopicReader(cluster)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing: check --topic-prefix")
        }
        partitions = (0..<count).map { TopicPartition(topic, $0) }
        self.reader = reader
        progress = cluster.progress
        self.topic = topic
    }

    /// Reads dead letters and markers from `start` to the end.
    package func index(
        _ choice: LetterChoice,
        keepsOthers: Bool = false,
        from start: TopicReader.Start = .beginning
    ) throws(OperationError) -> LetterIndex {
        var index = LetterIndex(choice, keepsOthers: keepsOthers)
        try reader.read(partitions, from: start) { message throws(OperationError) in
            index.take(DeadLetterRecord(message))
        }
        return index
    }

    /// Reads the dead letters at these positions, except those that retention has deleted.
    func letters(
        at places: some Sequence<LetterPlace>,
        withValues: Bool
    ) throws(OperationError) -> [LetterPlace: ReadLetter] {
        let wanted = Set(places)
        var letters: [LetterPlace: ReadLetter] = [:]
        let offsets = Dictionary(grouping: wanted) { TopicPartition(topic, $0.partition) }
        try reader.read(at: offsets.mapValues { $0.map(\.offset) }) { message in
            guard wanted.contains(LetterPlace(message.partition, message.offset)) else { return }
            let record = DeadLetterRecord(message)
            letters[record.place] = ReadLetter(record: record, value: withValues ? [UInt8](message.value) : nil)
        }
        return letters
    }

    /// Calls `body` for each dead letter in this order, with all headers.
    ///
    /// Dead letters that retention has deleted are skipped.
    package func forEach(
        _ letters: [IndexedLetter],
        withValues: Bool = false,
        _ body: (ReadLetter) -> Void
    ) throws(OperationError) {
        var start = 0
        while start < letters.count {
            try progress.update(done: Int64(start), of: Int64(letters.count))
            let end = LetterPages.end(from: start, to: letters.count) { letters[$0].byteCount }
            let places = letters[start..<end].lazy.map(\.place)
            let read = try self.letters(at: places, withValues: withValues)
            for letter in letters[start..<end] {
                guard let one = read[letter.place] else { continue }
                var record = one.record
                record.state = letter.state
                body(ReadLetter(record: record, value: one.value))
            }
            start = end
        }
    }

    /// Reads one dead letter with its value.
    package func letter(at place: LetterPlace) throws(OperationError) -> ReadLetter {
        guard let partition = partitions.first(where: { $0.partition == place.partition }) else {
            throw OperationError("\(topic) has no partition \(place.partition)")
        }
        var index = LetterIndex(.places([place]))
        var letter: ReadLetter?
        // The markers of a dead letter come after it in the same partition.
        try reader.read([partition], from: .offset(place.offset)) { message throws(OperationError) in
            let record = DeadLetterRecord(message)
            if record.place == place { letter = ReadLetter(record: record, value: [UInt8](message.value)) }
            index.take(record)
        }
        guard let letter, let state = index.letter(at: place)?.state else {
            throw OperationError("\(place) of \(topic) is not a dead letter")
        }
        var record = letter.record
        record.state = state
        return ReadLetter(record: record, value: letter.value)
    }
}

extension DeadLetterRecord {
    /// Copies a message without its value.
    package init(_ message: borrowing Message) {
        var headers: [Header] = []
        let lent = message.headers
        for index in 0..<lent.count {
            let value = [UInt8](lent.value(at: index)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            headers.append(Header(name: lent.name(at: index), value: value))
        }
        self.init(
            LetterPlace(message.partition, message.offset),
            timestampMilliseconds: message.timestampMilliseconds,
            key: [UInt8](message.key),
            headers: headers,
            valueByteCount: message.value?.byteCount ?? 0
        )
    }
}
