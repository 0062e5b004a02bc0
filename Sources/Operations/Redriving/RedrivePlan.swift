package import Vocabulary

/// A dead letter that is not redriven, with the reason.
package struct NotSent: Equatable, Sendable {
    package let place: LetterPlace
    /// The reason and the advice, as the end of a sentence that begins with the position.
    package let reason: String
    /// Whether this counts as a failure.
    ///
    /// A dead letter that was only selected by a filter, and needs `--again`, is not a failure.
    package let isFailure: Bool

    init(_ place: LetterPlace, _ reason: String, isFailure: Bool = true) {
        self.place = place
        self.reason = reason
        self.isFailure = isFailure
    }
}

/// The dead letters that one new record covers; all come from the same refused record.
package struct RedriveStep {
    /// First the selected dead letters, whose content is sent, then the dead letters that are only marked.
    package let letters: ArraySlice<IndexedLetter>
    package let original: RefusedPlace
    /// Whether the original record is sent; if false, an upload with its refused elements is sent.
    package let isWhole: Bool

    /// The redrive count of the new record.
    package var redrive: RedriveCount {
        RedriveCount(after: chosen.compactMap(\.redrive).max { $0.number < $1.number })
    }

    /// The timestamp of the original record, before any redrive, in Unix milliseconds; nil if unknown.
    var originalMilliseconds: Int64? { chosen.compactMap(\.originalMilliseconds).min() }

    var chosen: ArraySlice<IndexedLetter> { letters.prefix { $0.isChosen } }

    /// The dead letters whose values are needed.
    ///
    /// If the original record is sent, this is one dead letter, if possible one that contains the whole record.
    package var carriers: ArraySlice<IndexedLetter> {
        if !isWhole { return chosen }
        let index = chosen.firstIndex { $0.subject == .record || $0.subject == .rest } ?? chosen.startIndex
        return chosen[index..<min(index + 1, chosen.endIndex)]
    }

    /// The approximate memory that the step needs.
    var byteCount: Int {
        // A dead letter of a single element does not contain the length of the original record.
        let unknown = carriers.contains { $0.subject == .elementOfDialect } ? LetterPages.bytesMax : 0
        return carriers.reduce(unknown) { $0 + $1.byteCount }
    }
}

/// The order and grouping in which dead letters are redriven, decided before anything is sent.
package struct RedrivePlan {
    /// The number of redrives after which a dead letter needs `--again`.
    package static let roundsMax = 5

    private let letters: [IndexedLetter]
    /// The indices of the dead letters to redrive, in the order of the steps.
    private let order: [Int]
    private let bounds: [Range<Int>]
    private let wholes: [Bool]
    /// The selected dead letters that are not redriven.
    package private(set) var notSent: [NotSent] = []

    /// Creates a plan from an index.
    ///
    /// `index` includes dead letters that are not selected. `again` includes dead letters that are marked or were
    /// redriven too often. `areNamed` means that the user named each dead letter; then closed ones are reported too.
    package init(_ index: LetterIndex, again: Bool, inputs: Set<String>, areNamed: Bool) {
        var notSent = index.missing.map { NotSent($0, "is not a dead letter, or no longer exists") }
        var groups: [RefusedPlace: Int] = [:]
        var wholes: [Bool] = []
        var letters = index.chosen
        // For each dead letter the number of its step; nil if it is not redriven.
        var steps = [Int?](repeating: nil, count: letters.count)
        for (index, letter) in letters.enumerated() {
            if letter.state != .open, !again, !areNamed { continue }
            guard let original = letter.original, inputs.contains(original.topic), letter.state != .forgotten,
                again || letter.isFresh
            else {
                let isInput = letter.original.map { inputs.contains($0.topic) } ?? false
                notSent.append(NotSent(letter.place, letter.obstacle(inputs), isFailure: areNamed || !isInput))
                continue
            }
            let step = groups[original] ?? wholes.count
            if step == wholes.count {
                groups[original] = step
                wholes.append(false)
            }
            if letter.subject != .element { wholes[step] = true }
            steps[index] = step
        }
        for letter in index.others where letter.state == .open {
            guard let step = letter.original.flatMap({ groups[$0] }), wholes[step] else { continue }
            letters.append(letter)
            steps.append(step)
        }
        // Dead letters keep their order within a step; steps are ordered by their first dead letter.
        order = steps.indices.filter { steps[$0] != nil }.sorted { (steps[$0] ?? 0, $0) < (steps[$1] ?? 0, $1) }
        var bounds: [Range<Int>] = []
        for (place, index) in order.enumerated() {
            let first = steps[index] == bounds.count ? place : bounds.popLast()?.lowerBound ?? place
            bounds.append(first..<place + 1)
        }
        self.letters = letters
        self.bounds = bounds
        self.wholes = wholes
        self.notSent = notSent
    }

    /// The number of dead letters to mark.
    package var letterCount: Int { order.count }
    package var stepCount: Int { bounds.count }

    package subscript(index: Int) -> RedriveStep? {
        let step = order[bounds[index]].map { letters[$0] }[...]
        guard let original = step.first?.original else { return nil }
        return RedriveStep(letters: step, original: original, isWhole: wholes[index])
    }

    /// Returns the steps of the page that starts at `start`, limited by memory and transaction size.
    package func page(from start: Int) -> Range<Int> {
        let end = LetterPages.end(
            from: start,
            to: stepCount,
            letters: { bounds[$0].count },
            bytes: { self[$0]?.byteCount ?? 0 }
        )
        return start..<end
    }
}

extension IndexedLetter {
    /// Whether the dead letter can be redriven without `--again`.
    fileprivate var isFresh: Bool { state == .open && (redrive?.number ?? 0) < RedrivePlan.roundsMax }

    fileprivate func obstacle(_ inputs: Set<String>) -> String {
        guard let original else {
            return "does not contain the position of its refused record, so it cannot be redriven"
        }
        if !inputs.contains(original.topic) {
            return "was refused in \(original.topic), which is not one of the input topics "
                + "\(inputs.sorted().joined(separator: " and ")): check --input-prefix"
        }
        switch state {
        case .redriven: return "was redriven before: use --again to redrive it once more"
        case .parked: return "is parked: use --again to redrive it"
        case .forgotten: return "belongs to a connection that was forgotten since, so it cannot be redriven"
        case .open:
            return
                "was redriven \(redrive?.number ?? 0) times and refused each time: use --again to redrive it once more"
        }
    }
}
