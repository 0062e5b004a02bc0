import Vocabulary

/// A dead letter, reduced to the members that selection and sorting need.
package struct IndexedLetter: Equatable, Sendable {
    package let place: LetterPlace
    /// Unix milliseconds; 0 if the record has no timestamp.
    let timestampMilliseconds: Int64
    package let code: String
    let original: RefusedPlace?
    let subject: DeadLetterRecord.Subject
    /// The approximate memory that redriving this dead letter needs.
    let byteCount: Int
    let redrive: RedriveCount?
    /// The connection in the key.
    let connection: String?
    /// The timestamp of the original record, before any redrive, in Unix milliseconds; nil if unknown.
    let originalMilliseconds: Int64?
    /// Whether the command selects this dead letter.
    ///
    /// An unselected dead letter is kept, because it may belong to the same upload as a selected one.
    package let isChosen: Bool
    package internal(set) var state = DeadLetterRecord.State.open
}

/// An index of the dead letters in a topic, with the states from their markers.
///
/// An entry takes about 150 bytes, whatever the length of the dead letter.
package struct LetterIndex {
    private let choice: LetterChoice
    private let keepsOthers: Bool
    /// The dead letters of each partition, ordered by offset.
    private var partitions: [Int32: [IndexedLetter]] = [:]
    /// Interned strings: many dead letters share the same codes, topics and connections.
    private var texts: Set<String> = []

    /// Creates an index of the dead letters that match `choice`, or of all dead letters if `keepsOthers` is set.
    package init(_ choice: LetterChoice, keepsOthers: Bool = false) {
        self.choice = choice
        self.keepsOthers = keepsOthers
    }

    /// Adds the next record of a partition: a dead letter, or a marker for an earlier dead letter.
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

    /// Sets the state `forgotten` for dead letters whose connection was forgotten after the original record.
    ///
    /// Redriven dead letters keep their state.
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

    /// Returns the dead letter at a position; nil if the index does not have it.
    package func letter(at place: LetterPlace) -> IndexedLetter? {
        index(of: place).flatMap { partitions[place.partition]?[$0] }
    }

    /// The selected dead letters in any state, oldest first.
    package var chosen: [IndexedLetter] { inOrder(\.isChosen) }

    /// The dead letters that are not selected, oldest first.
    var others: [IndexedLetter] { inOrder { !$0.isChosen } }

    /// Returns the selected dead letters, oldest first; without `all`, only open dead letters.
    package func letters(all: Bool) -> [IndexedLetter] { inOrder { $0.isChosen && (all || $0.state == .open) } }

    private func inOrder(_ isMeant: (IndexedLetter) -> Bool) -> [IndexedLetter] {
        var letters: [IndexedLetter] = []
        for partition in partitions.values { letters += partition.lazy.filter(isMeant) }
        letters.sort { ($0.timestampMilliseconds, $0.place) < ($1.timestampMilliseconds, $1.place) }
        return letters
    }

    /// The requested positions at which there is no dead letter.
    package var missing: [LetterPlace] {
        guard case .places(let places) = choice else { return [] }
        return places.filter { index(of: $0) == nil }.sorted()
    }
}
