import JSON
import Kafka
import Vocabulary
import Worker

/// Redriving and parking page by page; each page is committed before the next one is read.
extension Redriver {
    mutating func park(_ index: LetterIndex, _ choice: LetterChoice) throws(OperationError) {
        let letters = index.letters(all: false)
        leave(index.missing.map { NotSent($0, "is not a dead letter, or no longer exists") })
        if choice.areNamed {
            leave(index.chosen.filter { $0.state == .redriven }.map { NotSent($0.place, "was redriven before") })
        }
        var start = 0
        while start < letters.count {
            try cluster.progress.update(done: Int64(start), of: Int64(letters.count))
            let end = LetterPages.end(from: start, to: letters.count) { letters[$0].byteCount }
            let places = letters[start..<end].map(\.place)
            let read = try topic.letters(at: places, withValues: false)
            let changes = places.compactMap { place in
                read[place].map { LetterChange(record: nil, state: .parked, letters: [place], key: $0.record.key) }
            }
            try commit(changes)
            start = end
        }
    }

    mutating func redrive(
        _ index: consuming LetterIndex,
        _ choice: LetterChoice,
        _ words: RedriveWords,
        _ again: Bool
    ) throws(OperationError) {
        let names = cluster.topics.refusing(owner)
        // Webhook jobs always return to their own partitions, so only dead letters of workers need this check.
        let places = owner == .worker ? try ConnectionPlaces.find(letters(of: index), inputs, in: cluster) : nil
        cluster.progress.title = "redriving"
        let plan = RedrivePlan(index, again: again, inputs: Set(names), areNamed: choice.areNamed)
        leave(plan.notSent)
        if plan.stepCount > 0 { try writer?.warmUp([cluster.topics.deadLetters(of: owner)] + inputs.keys.sorted()) }
        var start = 0
        var done = 0
        while start < plan.stepCount {
            try cluster.progress.update(done: Int64(done), of: Int64(plan.letterCount))
            let page = plan.page(from: start)
            let steps = page.compactMap { plan[$0] }
            try commit(try changes(steps, places, words))
            done += steps.reduce(0) { $0 + $1.letters.count }
            start = page.upperBound
        }
    }

    /// Returns the connections of the selected dead letters, each with the time from which uploads must be read.
    private func letters(of index: borrowing LetterIndex) -> [ConnectionPlaces.Letter: Int64] {
        var letters: [ConnectionPlaces.Letter: Int64] = [:]
        for letter in index.chosen where letter.state != .forgotten {
            guard let original = letter.original, inputs[original.topic] != nil,
                let connection = letter.connection.flatMap({ ConnectionID(Array($0.utf8)) })
            else { continue }
            let place = ConnectionPlaces.Letter(connection, partition: original.partition)
            // If the headers do not contain the original timestamp, the record may be of any age.
            let isKnown = letter.originalMilliseconds != letter.timestampMilliseconds
            letters[place] = min(letters[place] ?? .max, isKnown ? letter.originalMilliseconds ?? 0 : 0)
        }
        return letters
    }

    /// Returns the changes for a page of steps.
    private mutating func changes(
        _ steps: [RedriveStep],
        _ connectionPlaces: ConnectionPlaces?,
        _ words: RedriveWords
    ) throws(OperationError) -> [LetterChange] {
        let places = steps.flatMap { $0.carriers.map(\.place) }
        let letters = try topic.letters(at: places, withValues: true)
        var wanted: [RefusedPlace: (need: RefusedOriginal.Need, letter: DeadLetterRecord)] = [:]
        for step in steps {
            guard let need = step.need(letters, words),
                let letter = step.carriers.first.flatMap({ letters[$0.place]?.record })
            else { continue }
            wanted[step.original] = (need, letter)
        }
        let originals = try originals(wanted)
        var changes: [LetterChange] = []
        for step in steps {
            let make = step.make(letters, originals[step.original], words, &parser)
            leave(make.notSent)
            guard let record = make.record else { continue }
            if record.partition >= inputs[record.topic] ?? 0 {
                let reason = "was refused in partition \(record.partition) of \(record.topic), which does not exist"
                leave(step.chosen.map { NotSent($0.place, reason) })
                continue
            }
            let key = step.carriers.first.flatMap { letters[$0.place]?.record.key }
            if let connection = (record.key ?? key).flatMap({ ConnectionID($0) }),
                let reason = connectionPlaces?.obstacle(
                    .init(connection, partition: record.partition),
                    in: record.topic
                )
            {
                leave(step.chosen.map { NotSent($0.place, reason) })
                continue
            }
            changes.append(LetterChange(record: record, state: .redriven, letters: record.letters, key: key))
        }
        return changes
    }

    /// Reads back the needed data of refused records that still exist.
    private mutating func originals(
        _ wanted: [RefusedPlace: (need: RefusedOriginal.Need, letter: DeadLetterRecord)]
    ) throws(OperationError) -> [RefusedPlace: RefusedOriginal] {
        var offsets: [TopicPartition: [Int64]] = [:]
        for place in wanted.keys where place.partition < inputs[place.topic] ?? 0 {
            offsets[TopicPartition(place.topic, place.partition), default: []].append(place.offset)
        }
        var originals: [RefusedPlace: RefusedOriginal] = [:]
        // The closure must not capture `self`, so the parser is moved out.
        var parser = Parser()
        swap(&parser, &self.parser)
        defer { swap(&parser, &self.parser) }
        try topic.reader.read(at: offsets) { message in
            let place = RefusedPlace(message.topic, message.partition, message.offset)
            guard let (need, letter) = wanted[place] else { return }
            let key = [UInt8](message.key)
            // In a topic that was recreated, another record can be at the same offset.
            guard letter.isOf(key: key, timestampMilliseconds: message.timestampMilliseconds) else { return }
            originals[place] = RefusedOriginal(key: key, value: [UInt8](message.value), need: need, &parser)
        }
        return originals
    }
}

extension LetterChoice {
    /// Whether the user named each dead letter.
    fileprivate var areNamed: Bool { if case .places = self { true } else { false } }
}
