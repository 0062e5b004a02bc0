import Health

/// A dead letter in as few bytes as it takes to choose it and put it in order.
package struct IndexedLetter: Equatable, Sendable {
    package let place: LetterPlace
    /// Unix milliseconds; 0 if the record has none.
    let timestampMilliseconds: Int64
    package let code: String
    let original: RefusedPlace?
    let subject: DeadLetterRecord.Subject
    /// About how much its redriving holds in memory.
    let byteCount: Int
    let redrive: RedriveCount?
    /// The connection that its key names.
    let connection: String?
    /// When the record was written that was first refused, in Unix milliseconds; nil where nobody knows.
    let originalMilliseconds: Int64?
    /// Whether the call is about it; if not it is of the same upload as one that is, perhaps.
    package let isChosen: Bool
    package internal(set) var state = DeadLetterRecord.State.open
}

/// The dead letters of a topic, and what its marks say of them: some 150 bytes a letter, however long it is.
package struct LetterIndex {
    private let choice: LetterChoice
    private let keepsOthers: Bool
    /// Of each partition, by their offsets.
    private var partitions: [Int32: [IndexedLetter]] = [:]
    /// Texts that many letters have, each kept once.
    private var texts: Set<String> = []

    /// An index of the letters that a choice takes; the others too where it is to keep them.
    package init(_ choice: LetterChoice, keepsOthers: Bool = false) {
        self.choice = choice
        self.keepsOthers = keepsOthers
    }

    /// Takes the next record of a partition: a letter, or a mark, which comes after the letter that it is of.
    package mutating func take(_ record: DeadLetterRecord) {
        if let mark = record.mark { return set(mark.state, mark.place) }
        guard record.isLetter else { return }
        let isChosen = choice.takes(record)
        guard isChosen || keepsOthers else { return }
        let original = record.original.map { RefusedPlace(shared($0.topic), $0.partition, $0.offset) }
        let letter = IndexedLetter(
            place: record.place,
            timestampMilliseconds: record.timestampMilliseconds ?? 0,
            code: shared(record.code),
            original: original,
            subject: record.subject,
            byteCount: record.valueByteCount + (record.key?.count ?? 0) + (record.omittedByteCount ?? 0),
            redrive: record.redrive,
            connection: record.connection.map { shared($0) },
            originalMilliseconds: record.originalMilliseconds,
            isChosen: isChosen
        )
        partitions[record.place.partition, default: []].append(letter)
    }

    /// Notes of all letters whose connections were forgotten after their originals that they stay, whatever else was done.
    package mutating func note(_ forgotten: ForgottenConnections) {
        if forgotten.isEmpty { return }
        for partition in partitions.keys {
            for index in partitions[partition]?.indices ?? 0..<0 {
                guard let letter = partitions[partition]?[index], letter.state != .redriven,
                    forgotten.isForgotten(letter.connection, letter.originalMilliseconds)
                else { continue }
                partitions[partition]?[index].state = .forgotten
            }
        }
    }

    private mutating func shared(_ text: String) -> String { texts.insert(text).memberAfterInsert }

    private mutating func set(_ state: DeadLetterRecord.State, _ place: LetterPlace) {
        guard let index = index(of: place) else { return }
        partitions[place.partition]?[index].state = state
    }

    private func index(of place: LetterPlace) -> Int? {
        guard let letters = partitions[place.partition] else { return nil }
        var (low, high) = (0, letters.count)
        while low < high {
            let middle = (low + high) / 2
            if letters[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low < letters.count && letters[low].place == place ? low : nil
    }

    /// The letter at a place, if it is kept.
    package func letter(at place: LetterPlace) -> IndexedLetter? {
        index(of: place).flatMap { partitions[place.partition]?[$0] }
    }

    /// Those that were chosen, in whatever state, oldest first.
    package var chosen: [IndexedLetter] { inOrder(\.isChosen) }

    /// Those that were not, oldest first.
    var others: [IndexedLetter] { inOrder { !$0.isChosen } }

    /// Those that were chosen and are open, or all that were chosen, oldest first.
    package func letters(all: Bool) -> [IndexedLetter] { inOrder { $0.isChosen && (all || $0.state == .open) } }

    private func inOrder(_ isMeant: (IndexedLetter) -> Bool) -> [IndexedLetter] {
        var letters: [IndexedLetter] = []
        for partition in partitions.values { letters += partition.lazy.filter(isMeant) }
        letters.sort { ($0.timestampMilliseconds, $0.place) < ($1.timestampMilliseconds, $1.place) }
        return letters
    }

    /// The places that were named and hold no letter.
    package var missing: [LetterPlace] {
        guard case .places(let places) = choice else { return [] }
        return places.filter { index(of: $0) == nil }.sorted()
    }
}
