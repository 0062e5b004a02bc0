/// The refused elements of one upload: the first of each code have a dead letter each, the others are counted.
///
/// So what an upload makes the worker hold and write follows its length, however many faults are in it.
struct RefusedElements {
    /// How many elements of one upload and code have a dead letter of their own.
    static let lettersMax = 100

    /// The first of each list and code.
    private var kept: [Refusal.List: [Refusal]] = [:]
    /// How many there are of each list and code.
    private var counts: [Refusal.List: [RefusalCode: Int]] = [:]

    /// How many elements of a list are refused.
    func count(_ list: Refusal.List) -> Int { counts[list]?.values.reduce(0, +) ?? 0 }

    /// Takes note of a refused element; those of one list come in its order.
    mutating func add(_ refusal: Refusal, of list: Refusal.List, at index: Int) {
        counts[list, default: [:]][refusal.code, default: 0] += 1
        if counts[list]?[refusal.code] ?? 0 > Self.lettersMax { return }
        var refusal = refusal
        refusal.subject = .element(list, index)
        kept[list, default: []].append(refusal)
    }

    /// How many elements are refused, by code.
    var byCode: [RefusalCode: Int] {
        counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// The refusals that have a dead letter: list by list in the order of the upload, then those that stand for the rest.
    var letters: [Refusal] {
        var letters: [Refusal] = []
        var lettered: [RefusalCode: Int] = [:]
        for list in Refusal.List.allCases {
            for refusal in kept[list] ?? [] where lettered[refusal.code, default: 0] < Self.lettersMax {
                lettered[refusal.code, default: 0] += 1
                letters.append(refusal)
            }
        }
        let totals = byCode
        for code in RefusalCode.allCases {
            let rest = (totals[code] ?? 0) - Self.lettersMax
            if rest > 0 { letters.append(.rest(code, rest, from: list(ofFirstWithout: code))) }
        }
        return letters
    }

    private func list(ofFirstWithout code: RefusalCode) -> Refusal.List {
        var before = 0
        for list in Refusal.List.allCases {
            before += counts[list]?[code] ?? 0
            if before > Self.lettersMax { return list }
        }
        return .samples
    }
}
