package import Health

/// Why a letter is not sent through again.
package struct NotSent: Equatable, Sendable {
    package let place: LetterPlace
    /// What stands in the way, and what to do: the end of a sentence that begins with the place.
    package let reason: String
    /// Whether it was to go: not where it was meant with others, and wants to be asked for again.
    package let isFailure: Bool

    init(_ place: LetterPlace, _ reason: String, isFailure: Bool = true) {
        self.place = place
        self.reason = reason
        self.isFailure = isFailure
    }
}

/// What one new record stands for: letters of one refused record.
package struct RedriveStep {
    /// Those whose contents go, in their order, and behind them those that are marked with them.
    package let letters: ArraySlice<IndexedLetter>
    package let original: RefusedPlace
    /// Whether the record goes as it was; else an upload of its refused elements.
    package let isWhole: Bool

    /// How often what it holds has been redriven with it.
    package var redrive: RedriveCount {
        RedriveCount(after: chosen.compactMap(\.redrive).max { $0.number < $1.number })
    }

    /// When the record was written that was first refused, in Unix milliseconds; nil where nobody knows.
    var originalMilliseconds: Int64? { chosen.compactMap(\.originalMilliseconds).min() }

    var chosen: ArraySlice<IndexedLetter> { letters.prefix { $0.isChosen } }

    /// The letters whose bytes are needed: of a record that goes as it was one, which holds it if any of them does.
    package var carriers: ArraySlice<IndexedLetter> {
        if !isWhole { return chosen }
        let index = chosen.firstIndex { $0.subject == .record || $0.subject == .rest } ?? chosen.startIndex
        return chosen[index..<min(index + 1, chosen.endIndex)]
    }

    /// About how much of it is in memory at a time.
    var byteCount: Int {
        // How long a record is of which there are only elements nobody knows before it is read.
        let unknown = carriers.contains { $0.subject == .elementOfDialect } ? LetterPages.bytesMax : 0
        return carriers.reduce(unknown) { $0 + $1.byteCount }
    }
}

/// Which letters go through again together, in which order, and which do not go: decided before anything is sent.
package struct RedrivePlan {
    /// So many times something may be sent again before somebody has to say that it is to go once more.
    package static let roundsMax = 5

    private let letters: [IndexedLetter]
    /// Those that go, step by step, by their place among the letters.
    private let order: [Int]
    private let bounds: [Range<Int>]
    private let wholes: [Bool]
    /// What was asked for and does not go.
    package private(set) var notSent: [NotSent] = []

    /// A plan for the letters of an index.
    ///
    /// - Parameters:
    ///   - index: has the letters that were not chosen, too.
    ///   - again: whether those that are marked go, and those that were sent too often.
    ///   - inputs: the topics that a refused record may come from.
    ///   - areNamed: whether each letter was named, and not only meant with others: then what is marked is told.
    package init(_ index: LetterIndex, again: Bool, inputs: Set<String>, areNamed: Bool) {
        var notSent = index.missing.map { NotSent($0, "is no dead letter, or not there any more") }
        var groups: [RefusedPlace: Int] = [:]
        var wholes: [Bool] = []
        var letters = index.chosen
        // Of each letter the number of its step; nil where it stays.
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
            if case .element = letter.subject {} else { wholes[step] = true }
            steps[index] = step
        }
        for letter in index.others where letter.state == .open {
            guard let step = letter.original.flatMap({ groups[$0] }), wholes[step] else { continue }
            letters.append(letter)
            steps.append(step)
        }
        // Those of a step stay in order, and steps come in the order of their first letters.
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

    /// How many letters are marked.
    package var letterCount: Int { order.count }
    package var stepCount: Int { bounds.count }

    package subscript(index: Int) -> RedriveStep? {
        let step = order[bounds[index]].map { letters[$0] }[...]
        guard let original = step.first?.original else { return nil }
        return RedriveStep(letters: step, original: original, isWhole: wholes[index])
    }

    /// The steps of a page that begins there: as many as fit into memory and into one transaction.
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
    /// Whether it may go without being asked for once more.
    fileprivate var isFresh: Bool { state == .open && (redrive?.number ?? 0) < RedrivePlan.roundsMax }

    fileprivate func obstacle(_ inputs: Set<String>) -> String {
        guard let original else { return "does not say where what was refused has been: it can't go back there" }
        if !inputs.contains(original.topic) {
            return "was refused in \(original.topic), which is none of the input topics "
                + "\(inputs.sorted().joined(separator: " and ")): check --input-prefix"
        }
        switch state {
        case .redriven: return "was redriven before: --again sends it once more"
        case .parked: return "is parked: --again sends it all the same"
        case .forgotten: return "is of a connection that was forgotten since: it stays"
        case .open:
            return "was redriven \(redrive?.number ?? 0) times and refused each time: --again sends it once more"
        }
    }
}
